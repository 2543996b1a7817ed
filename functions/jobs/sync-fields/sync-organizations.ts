import { type Organization, readOrganization } from '../../../domain/organizations/organization.ts';
import { organizationEvent } from '../../../domain/organizations/organization-events.ts';
import type { StoredOrganization } from '../../../domain/organizations/organization-store.ts';
import { providerOf } from '../../../domain/providers/providers.ts';
import type { ProvidedOrganization } from '../../../domain/sync/field-provider.ts';
import type { BegunRound, Round, SyncServices } from './services.ts';

/** An owner may choose meanwhile, and another round may read the same. */
const attempts = 5;

/**
 * Brings the organizations of a link to what its provider has now. Nothing is taken for gone unless the provider has listed all. Idempotent.
 *
 * @returns the round with those of which fields are fetched.
 */
export async function syncOrganizations(round: BegunRound, services: SyncServices): Promise<Round> {
  const { ownerId, svcUserId, link, provider } = round;
  const { accepts } = providerOf(link.provider);
  const whole = { ...round, selected: undefined, newlySelected: new Set<string>() };
  if (!accepts.includes('organizations')) return whole;
  const of = { ownerId, svcUserId, provider: link.provider };
  const provided = new Map<string, ProvidedOrganization>();
  for await (const organization of provider.organizations()) provided.set(organization.id, organization);

  const reportsAccess = accepts.includes('organizationStates');
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const stored = new Map((await services.organizations.all(of)).map((one) => [one.providerOrgId, one]));
    const ids = new Set([...stored.keys(), ...provided.keys()]);
    const saved = await Promise.all(
      [...ids].map((id) => saveOrganization(round, services, reportsAccess, stored.get(id), provided.get(id))),
    );
    if (!saved.every(Boolean)) continue;
    if (!reportsAccess) return whole;
    const selected = (await services.organizations.all(of)).filter(({ status }) => status === 'SELECTED');
    const newlySelected = selected.filter(({ isFollowed }) => !isFollowed);
    return { ...round, selected: idsOf(selected), newlySelected: idsOf(newlySelected) };
  }
  throw new Error(`the organizations of ${svcUserId} were changed by others ${attempts} times in a row`);
}

function idsOf(organizations: readonly StoredOrganization[]): ReadonlySet<string> {
  return new Set(organizations.map(({ providerOrgId }) => providerOrgId));
}

/** Whether fields of an organization are fetched. Those that are in none are. */
export function isFetched({ selected }: Round, organizationId: string | undefined): boolean {
  return selected === undefined || organizationId === undefined || selected.has(organizationId);
}

/** False when another writer came first. */
async function saveOrganization(
  { ownerId, svcUserId, link, settings, at }: BegunRound,
  { organizations, newId }: SyncServices,
  reportsAccess: boolean,
  before: StoredOrganization | undefined,
  provided: ProvidedOrganization | undefined,
): Promise<boolean> {
  const { organizationDataSync } = settings;
  const { after, events } = readOrganization(before, provided, { reportsAccess, organizationDataSync });
  if (before && after && isSame(before, after)) return true;
  const { providerOrgId, providerOrgName } = (after ?? before) as Organization;
  const described = { provider: link.provider, providerOrgId, providerOrgName, status: after?.status ?? 'REMOVED' };
  const ids = () => ({ id: newId(), ownerId, svcUserId });
  return organizations.save(
    { ownerId, svcUserId, provider: link.provider },
    before,
    after,
    events.map((type) => organizationEvent(type, ids(), described, Date.parse(at))),
  );
}

function isSame(one: Organization, other: Organization): boolean {
  return (
    one.status === other.status &&
    one.providerOrgName === other.providerOrgName &&
    one.managementUri === other.managementUri
  );
}
