import type { Field } from '../../../../domain/fields/field.ts';
import { explainProvider, type ProviderFacts } from '../../../../domain/integrations/explain-provider.ts';
import { explainField, explainOrganization } from '../../../../domain/integrations/explain-sync.ts';
import { notConnected, type SyncReason, unknown } from '../../../../domain/integrations/sync-reason.ts';
import type { Port } from '../../../../domain/providers/implemented.ts';
import { providerOf, providers } from '../../../../domain/providers/providers.ts';
import type { ServiceUser } from '../../../../domain/users/service-user.ts';
import type { Handler } from '../../../http/exchange.ts';
import type { IntegrationsServices } from '../services.ts';
import type { syncEndpoints } from './endpoints.ts';
import { reasonsOfFile } from './reasons-of-file.ts';

/** Reasons for one thing; none if it is there. */
interface Explained {
  isThere: boolean;
  reasons: SyncReason[];
}

export const explainSync: Handler<typeof syncEndpoints.explainSync, IntegrationsServices> = async (
  { params: { svcUserId }, query: { fieldId, fileId, organizationId }, owner, found: { user } },
  services,
) => {
  const facts = await factsOf(owner.id, svcUserId, user, services);
  const parts: Explained[] = [];
  if (fieldId !== undefined) {
    parts.push(ofField(fieldId, await services.syncs.field(owner.id, svcUserId, fieldId), facts));
  }
  if (organizationId !== undefined) parts.push(ofOrganization(organizationId, facts));
  if (fileId !== undefined) {
    const user = { ownerId: owner.id, svcUserId };
    parts.push(explained((await reasonsOfFile(user, fileId, facts, services)) ?? missing(facts, 'file', fileId)));
  }
  if (parts.length === 0) parts.push(explained(general(facts, 'fields')));
  const reasons = new Map(parts.flatMap((part) => part.reasons.map((reason) => [JSON.stringify(reason), reason])));
  return { status: 200, body: { isThere: parts.every(({ isThere }) => isThere), reasons: [...reasons.values()] } };
};

function ofField(id: string, found: { field: Field; isGone: boolean } | undefined, facts: ProviderFacts[]): Explained {
  if (!found) return explained(missing(facts, 'field', id));
  const { field } = found;
  const own = facts.find(({ provider }) => provider === field.providerName);
  const isThere = field.status === 'PROCESSED' && field.area !== undefined;
  return { isThere, reasons: own ? explainField(own, found) : [] };
}

function ofOrganization(id: string, facts: ProviderFacts[]): Explained {
  for (const { provider, organizations, notes } of facts) {
    const found = organizations.find(({ providerOrgId }) => providerOrgId === id);
    if (found) return explained(explainOrganization(provider, found, notes));
  }
  return explained(missing(facts, 'organization', id));
}

function explained(reasons: SyncReason[]): Explained {
  return { isThere: reasons.length === 0, reasons };
}

/** Why nothing, or nothing new, comes from any provider. */
function general(facts: ProviderFacts[], port: Port): SyncReason[] {
  return facts.length === 0 ? [notConnected] : facts.flatMap((one) => explainProvider(one, port));
}

const portOf = { field: 'fields', file: 'files', organization: 'organizations' } as const;

function missing(facts: ProviderFacts[], what: keyof typeof portOf, id: string): SyncReason[] {
  return [...general(facts, portOf[what]), unknown(what, id)];
}

/** What is known of each provider that the user has a credential for, or is connected to. */
async function factsOf(
  ownerId: string,
  svcUserId: string,
  user: ServiceUser,
  { syncs, organizations, settings, notes }: IntegrationsServices,
): Promise<ProviderFacts[]> {
  const [connections, activity, resolved] = await Promise.all([
    syncs.connections(ownerId, svcUserId),
    syncs.activity(ownerId, svcUserId),
    settings(ownerId, svcUserId),
  ]);
  const connected = new Set(connections.map(({ provider }) => provider));
  const named = providers.filter(({ key, userProperty }) => connected.has(key) || user[userProperty].id !== undefined);
  return Promise.all(
    named.map(async ({ key: provider }) => ({
      provider,
      connection: connections.find((one) => one.provider === provider),
      credential: await syncs.credential(ownerId, svcUserId, provider),
      activity,
      organizations: providerOf(provider).accepts.includes('organizationStates')
        ? await organizations.all({ ownerId, svcUserId, provider })
        : [],
      settings: resolved,
      notes: await notes.all({ ownerId, svcUserId }, provider),
    })),
  );
}
