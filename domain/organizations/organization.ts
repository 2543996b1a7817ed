import * as z from 'zod';
import type { OrganizationEventType } from '../events/event.ts';
import type { ProvidedOrganization } from '../sync/field-provider.ts';

/**
 * `SELECTED`: its fields are fetched. `PREVIEW`: it is known, and nothing of it is fetched. `BLOCKED`: the owner's application has no access to it at
 * the provider.
 */
export const organizationStatuses = ['SELECTED', 'PREVIEW', 'BLOCKED'] as const;

/** What owners may set. */
export const chosenStatuses = ['SELECTED', 'PREVIEW'] as const;
export type ChosenStatus = (typeof chosenStatuses)[number];

/** An organization of a user at a provider. */
export const organizationSchema = z
  .object({
    providerOrgId: z.string(),
    providerOrgName: z.string(),
    status: z.enum(organizationStatuses),
    managementUri: z
      .string()
      .optional()
      .describe('The page on which the grower manages the access of the application, as given by the provider.'),
  })
  .meta({ id: 'ProviderOrganization' });

export type Organization = z.infer<typeof organizationSchema>;

const listed = z.object({ id: z.string(), name: z.string(), managementUri: z.string().optional() });

/** The organizations of a user at a provider by whether the owner's application has access to them. */
export const connectionsSchema = z
  .object({ connectedOrganizations: z.array(listed), notConnectedOrganizations: z.array(listed) })
  .meta({ id: 'OrganizationConnections' });

/** Whether the owner's application has access. The provider's address says so, at providers that tell it at all. */
export function isConnected({ managementUri }: Pick<Organization, 'managementUri'>, tellsAccess: boolean): boolean {
  return !tellsAccess || managementUri?.includes('connections-dialog') === true;
}

/** Organizations as they are listed by their connection. */
export function connectionsOf(organizations: readonly Organization[], tellsAccess: boolean) {
  const shown = (connected: boolean) =>
    organizations
      .filter((organization) => isConnected(organization, tellsAccess) === connected)
      .map(({ providerOrgId: id, providerOrgName: name, managementUri }) => ({
        id,
        name,
        ...(managementUri !== undefined && { managementUri }),
      }));
  return { connectedOrganizations: shown(true), notConnectedOrganizations: shown(false) };
}

export interface Reading {
  /** Whether the provider tells of which organizations the application has access to. */
  tellsAccess: boolean;
  /** What holds for organizations that are new. */
  organizationDataSync: 'ALL' | 'SELECTED_ONLY';
}

/** What became of an organization that was read: as it is now, or nothing when it is gone, and what is to be told. */
export interface ReadOrganization {
  after?: Organization;
  events: OrganizationEventType[];
}

/**
 * Brings an organization to what the provider has now. One without access is BLOCKED until a reading finds access, and then in PREVIEW; what the owner
 * has chosen stays otherwise.
 */
export function readOrganization(
  before: Organization | undefined,
  provided: ProvidedOrganization | undefined,
  { tellsAccess, organizationDataSync }: Reading,
): ReadOrganization {
  if (!provided) return { events: before ? ['providerOrganizationRemoved'] : [] };
  const { id, name, managementUri } = provided;
  const known = { providerOrgId: id, providerOrgName: name, ...(managementUri !== undefined && { managementUri }) };
  const status = statusOf(before, isConnected(known, tellsAccess), organizationDataSync);
  const events: OrganizationEventType[] = before ? [] : ['providerOrganizationCreated'];
  if (status === 'BLOCKED' && before?.status !== 'BLOCKED') events.push('providerOrganizationBlocked');
  return { after: { ...known, status }, events };
}

function statusOf(
  before: Organization | undefined,
  connected: boolean,
  organizationDataSync: Reading['organizationDataSync'],
): Organization['status'] {
  if (!connected) return 'BLOCKED';
  if (!before) return organizationDataSync === 'ALL' ? 'SELECTED' : 'PREVIEW';
  return before.status === 'BLOCKED' ? 'PREVIEW' : before.status;
}
