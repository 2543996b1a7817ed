import type { Field } from '../fields/field.ts';
import type { Organization } from '../organizations/organization.ts';
import type { ProviderKey } from '../providers/providers.ts';
import type { ListNote } from '../sync/list-notes.ts';
import { heldLists, refusedLists } from './explain-lists.ts';
import { explainProvider, type ProviderFacts } from './explain-provider.ts';
import { reason, type SyncReason } from './sync-reason.ts';

/** Why a field is not there, or waits. */
export function explainField(facts: ProviderFacts, { field, isGone }: { field: Field; isGone: boolean }): SyncReason[] {
  const { provider } = facts;
  const problems = facts.connection?.lastRound?.problems ?? [];
  const limits = problems
    .filter(({ providerFieldId }) => providerFieldId !== undefined && providerFieldId === field.providerFieldId)
    .map(({ message }) => reason('limitReached', provider, message));
  const organization = facts.organizations.find(({ providerOrgId }) => providerOrgId === field.organizationId);
  const own = organization ? explainOrganization(provider, organization, []) : [];
  const refused = refusedLists(
    provider,
    facts.notes.filter(({ list }) => list.fieldId === field.providerFieldId && list.fieldId !== undefined),
  );
  if (field.status === 'PREVIEW') {
    const words = facts.settings.customDataSync
      ? 'The setting customDataSync is on: the field waits until it is enabled with POST …/enableSync.'
      : 'The field waits for the next round.';
    return [reason('fieldInPreview', provider, words), ...own, ...limits];
  }
  if (field.status === 'WAITING') {
    return [
      reason('fieldWaiting', provider, 'The next round fetches the field.'),
      ...own,
      ...explainProvider(facts, 'fields'),
    ];
  }
  if (field.providerBoundaryId !== undefined) return [...own, ...limits, ...refused];
  if (isGone) return [reason('fieldRemoved', provider, 'The field is no longer listed by its provider.')];
  return [
    ...limits,
    reason('fieldWithoutBoundary', provider, 'The provider has no active boundary for the field.'),
    ...refused,
  ];
}

/** Why nothing comes from an organization, or what of a selected one its provider does not give. */
export function explainOrganization(
  provider: ProviderKey,
  { status, managementUri: page, providerOrgId }: Organization,
  notes: readonly ListNote[],
): SyncReason[] {
  if (status === 'PREVIEW') {
    const words = 'The organization is in PREVIEW: it is listed without being fetched. Set it to SELECTED.';
    return [reason('organizationInPreview', provider, words)];
  }
  if (status === 'BLOCKED') {
    const words = 'The application has no access to the organization. The grower gives it at the provider.';
    return [reason('organizationBlocked', provider, words, { page })];
  }
  const own = notes.filter(({ list }) => list.organizationId === providerOrgId);
  return [...refusedLists(provider, own), ...heldLists(provider, own)];
}
