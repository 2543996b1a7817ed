import type { Field } from '../../../../domain/fields/field.ts';
import { explainAsked } from '../../../../domain/integrations/explain-asked.ts';
import { explainProvider, type ProviderFacts } from '../../../../domain/integrations/explain-provider.ts';
import { explainField, explainOrganization } from '../../../../domain/integrations/explain-sync.ts';
import { isRemark, notConnected, type SyncReason, unknown } from '../../../../domain/integrations/sync-reason.ts';
import type { Port } from '../../../../domain/providers/provider.ts';
import type { UserSubject } from '../../../../domain/work/work-stores.ts';
import type { Handler } from '../../../http/exchange.ts';
import type { IntegrationsServices } from '../services.ts';
import type { syncEndpoints } from './endpoints.ts';
import { factsOf, verdictOf } from './facts.ts';
import { reasonsOfFile } from './reasons-of-file.ts';

/** Reasons for one thing; none but remarks if it is there. */
interface Explained {
  isThere: boolean;
  reasons: SyncReason[];
}

export const explainSync: Handler<typeof syncEndpoints.explainSync, IntegrationsServices> = async (
  { params: { svcUserId }, query: { fieldId, fileId, organizationId }, owner, found: { user } },
  services,
) => {
  const subject = { ownerId: owner.id, svcUserId };
  const facts = await factsOf(subject, user, services);
  if (fieldId === undefined && fileId === undefined && organizationId === undefined) {
    return { status: 200, body: await generalVerdict(subject, facts, services) };
  }
  const parts: Explained[] = [];
  if (fieldId !== undefined) {
    parts.push(ofField(fieldId, await services.syncs.field(owner.id, svcUserId, fieldId), facts));
  }
  if (organizationId !== undefined) parts.push(ofOrganization(organizationId, facts));
  if (fileId !== undefined) {
    const known = await reasonsOfFile(subject, fileId, facts, services);
    const asked = askedOf(facts, 'file', fileId);
    parts.push(explained(asked.length > 0 ? asked : (known ?? missing(facts, 'file', fileId))));
  }
  const reasons = new Map(parts.flatMap((part) => part.reasons.map((reason) => [JSON.stringify(reason), reason])));
  return { status: 200, body: { isThere: parts.every(({ isThere }) => isThere), reasons: [...reasons.values()] } };
};

function ofField(id: string, found: { field: Field; isGone: boolean } | undefined, facts: ProviderFacts[]): Explained {
  const asked = askedOf(facts, 'field', id);
  if (asked.length > 0) return explained(asked);
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
  return { isThere: reasons.every(isRemark), reasons };
}

/** Why nothing, or not all, has come from any provider. */
async function generalVerdict(subject: UserSubject, facts: ProviderFacts[], services: IntegrationsServices) {
  const verdicts = await Promise.all(
    facts.map(async (one) => {
      const { files } = await services.parts(subject, one.provider);
      return verdictOf(subject, one, files, services);
    }),
  );
  const reasons = facts.length === 0 ? [notConnected] : verdicts.flatMap((verdict) => verdict.reasons);
  const waiting = verdicts.flatMap((verdict) => verdict.waiting);
  return { isThere: reasons.length === 0 && waiting.length === 0, reasons, waiting };
}

/** Why nothing, or nothing new, comes from any provider. */
function general(facts: ProviderFacts[], port: Port): SyncReason[] {
  return facts.length === 0 ? [notConnected] : facts.flatMap((one) => explainProvider(one, port));
}

/** Why something that the owner has asked for has not come. */
function askedOf(facts: ProviderFacts[], kind: 'field' | 'file', id: string): SyncReason[] {
  return facts.flatMap(({ provider, asked }) => explainAsked(provider, asked, { kind, id }));
}

const portOf = { field: 'fields', file: 'files', organization: 'organizations' } as const;

function missing(facts: ProviderFacts[], what: keyof typeof portOf, id: string): SyncReason[] {
  return [...general(facts, portOf[what]), unknown(what, id)];
}
