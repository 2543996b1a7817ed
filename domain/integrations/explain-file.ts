import type { DueFile, EndedFile, isFileWanted } from '../sync/provider-file.ts';
import { isInRange, isOfEnabled } from '../sync/provider-file.ts';
import type { ProviderFacts } from './explain-provider.ts';
import { explainOrganization } from './explain-sync.ts';
import { reason, type SyncReason } from './sync-reason.ts';

/** Why a file is not processed. */
export function explainFile(file: { status: string; problems: readonly { message: string }[] }): SyncReason[] {
  if (file.status === 'processing') {
    return [{ code: 'fileProcessing', message: 'The file has arrived and is being processed.' }];
  }
  if (file.status !== 'failed') return [];
  const said = file.problems.map(({ message }) => message).join(' ');
  return [{ code: 'fileRefused', message: said === '' ? 'The file could not be processed.' : said }];
}

/** Why a file that its provider has listed has not been fetched, or has just been. */
export function explainListedFile(
  facts: ProviderFacts,
  { due, ended }: { due?: DueFile | undefined; ended?: EndedFile | undefined },
  isEnabled: Parameters<typeof isFileWanted>[2],
  now: number,
): SyncReason[] {
  const { provider, settings, organizations } = facts;
  if (!due) {
    if (ended?.status !== 'refused') return explainFile({ status: 'processing', problems: [] });
    const words =
      'The provider does not give the file. It is asked again when the file has changed, or the grower has consented anew.';
    return [reason('fileRefused', provider, words, { providerMessage: ended.problem })];
  }
  const { file, problem, polled } = due;
  const organization = organizations.find(({ providerOrgId }) => providerOrgId === file.organizationId);
  const withheld = [
    ...(settings.operationsAutoSync
      ? []
      : [reason('operationsAutoSyncOff', provider, 'The setting operationsAutoSync is off: no files are fetched.')]),
    ...(isInRange(file, settings, now)
      ? []
      : [
          reason(
            'outsideDateRange',
            provider,
            `The file is older than ${settings.operationsProcessingRange} months (the setting operationsProcessingRange).`,
          ),
        ]),
    ...(isOfEnabled(file, isEnabled)
      ? []
      : [reason('fieldInPreview', provider, 'No field of the file is enabled. Enable one with POST …/enableSync.')]),
    ...(organization ? explainOrganization(provider, organization, []) : []),
  ];
  if (withheld.length > 0) return withheld;
  const words = polled
    ? 'The provider is making the file; it is asked for it again.'
    : 'The file is known, and will be fetched.';
  return [reason('fileWaiting', provider, words, { providerMessage: problem })];
}
