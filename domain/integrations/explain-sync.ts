import type { Field } from '../fields/field.ts';
import type { Organization } from '../organizations/organization.ts';
import type { ProviderKey } from '../providers/providers.ts';
import { explainProvider, type ProviderFacts } from './explain-provider.ts';
import { reason, type SyncReason } from './sync-reason.ts';

/** Why a field is not there, or waits. */
export function explainField(facts: ProviderFacts, { field, isGone }: { field: Field; isGone: boolean }): SyncReason[] {
  const { provider } = facts;
  const problems = facts.connection?.lastRound?.problems ?? [];
  const limits = problems
    .filter(({ code, providerFieldId }) => code !== 'providerFailed' && providerFieldId === field.providerFieldId)
    .map(({ message }) => reason('limitReached', provider, message));
  const organization = facts.organizations.find(({ providerOrgId }) => providerOrgId === field.organizationId);
  const own = organization ? explainOrganization(provider, organization) : [];
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
  if (field.providerBoundaryId !== undefined) return [...own, ...limits];
  if (isGone) return [reason('fieldRemoved', provider, 'The field is no longer listed by its provider.')];
  return [...limits, reason('fieldWithoutBoundary', provider, 'The provider has no active boundary for the field.')];
}

/** Why nothing comes from an organization; nothing for a selected one. */
export function explainOrganization(
  provider: ProviderKey,
  { status, managementUri: page }: Organization,
): SyncReason[] {
  if (status === 'PREVIEW') {
    const words = 'The organization is in PREVIEW: it is listed without being fetched. Set it to SELECTED.';
    return [reason('organizationInPreview', provider, words)];
  }
  if (status === 'BLOCKED') {
    const words = 'The application has no access to the organization. The grower gives it at the provider.';
    return [reason('organizationBlocked', provider, words, { page })];
  }
  return [];
}

/** Why a file is not processed. */
export function explainFile(file: { status: string; problems: readonly { message: string }[] }): SyncReason[] {
  if (file.status === 'processing') {
    return [{ code: 'fileProcessing', message: 'The file has arrived and is being processed.' }];
  }
  if (file.status !== 'failed') return [];
  const said = file.problems.map(({ message }) => message).join(' ');
  return [{ code: 'fileRefused', message: said === '' ? 'The file could not be processed.' : said }];
}
