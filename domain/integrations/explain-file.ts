import { agreeing, counted } from '../counted.ts';
import type { MachineFile } from '../machine-files/machine-file.ts';
import { shownFigure } from '../machine-files/problems/contradictions.ts';
import type { CountedElsewhere } from '../machine-files/summary.ts';
import { findProvider, ownProvider } from '../providers/providers.ts';
import type { DueFile, EndedFile, isFileWanted } from '../sync/provider-file.ts';
import { isInRange, isOfEnabled } from '../sync/provider-file.ts';
import type { ProviderFacts } from './explain-provider.ts';
import { explainOrganization } from './explain-sync.ts';
import { reason, type SyncReason } from './sync-reason.ts';

const fileProcessing = {
  code: 'fileProcessing',
  message: 'The file has arrived and is being processed.',
} satisfies SyncReason;

type Arrived = Pick<MachineFile, 'provider' | 'status' | 'duplicateOf' | 'countedElsewhere'> & {
  problems: readonly { message: string }[];
};

/**
 * Why a file is not processed, or what there is to know of one that is.
 *
 * @param others the files with its content from other providers.
 */
export function explainFile(file: Arrived, others: readonly Pick<MachineFile, 'id' | 'provider'>[]): SyncReason[] {
  if (file.status === 'processing') {
    return [fileProcessing];
  }
  if (file.status !== 'failed') return [...remarksOn(file, others), ...(file.countedElsewhere ?? []).map(elsewhere)];
  const said = file.problems.map(({ message }) => message).join(' ');
  return [{ code: 'fileRefused', message: said === '' ? 'The file could not be processed.' : said }];
}

function remarksOn({ duplicateOf, provider }: Arrived, others: Parameters<typeof explainFile>[1]): SyncReason[] {
  if (duplicateOf !== undefined) {
    const message = `The file has the content of ${duplicateOf}, or is another account of its work. The points of that file count.`;
    return [remark('fileRepeated', provider, message)];
  }
  return others.map((other) => {
    const from = other.provider === ownProvider.key ? 'an upload' : `the provider ${other.provider}`;
    const message = `The same content has also come from ${from}, as ${other.id}. Both count, and are told apart by provider: their work is two operations, unless the setting splitOperationsByProvider is off.`;
    return remark('fileFromTwoProviders', other.provider, message);
  });
}

/** A remark on a file of a provider, or on an upload, which has none. */
function remark(code: 'fileRepeated' | 'fileFromTwoProviders', provider: string, message: string): SyncReason {
  const of = findProvider(provider);
  return of ? reason(code, of.key, message) : { code, message };
}

/** What counts in a later export instead. */
function elsewhere({ fileId, points, totalArea, totalWetMass }: CountedElsewhere): SyncReason {
  const amounts = [totalArea, totalWetMass].flatMap((total) =>
    total ? [`${shownFigure(total.value)} ${total.unit}`] : [],
  );
  const of = amounts.length > 0 ? ` (${amounts.join(' and ')})` : '';
  return {
    code: 'countedElsewhere',
    message: `${counted(points, 'point')}${of} ${agreeing(points, 'count')} in the file ${fileId}, a later export that has the same records. Queries and field operations have them once.`,
  };
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
    if (ended?.status !== 'refused') return [fileProcessing];
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
