import * as z from 'zod';
import { type AssetKind, assetKinds } from '../assets/asset.ts';
import { timestamp } from '../clock.ts';
import type { PushRecord } from '../push/push-record.ts';
import type { HeldRemovals } from '../sync/absences.ts';
import type { IrrigationRound } from '../sync/irrigation-provider.ts';
import type { ListNote } from '../sync/list-notes.ts';
import type { DueFile, EndedFile } from '../sync/provider-file.ts';

const count = z.int().min(0);
const time = z.iso.datetime();
/** Lists and files that a response shows. */
const maxShown = 20;
/** A download that began longer ago has ended, or its worker has died. */
const fetchedMilliseconds = 16 * 60_000;

export const shownFilesSchema = z
  .object({
    lastRoundTime: time.optional().describe('When lists of files were last read.'),
    listsRead: count.optional().describe('How many lists that round reads: of organizations, of fields or of kinds.'),
    fetching: count.describe('Files that are being fetched now.'),
    waiting: count.describe(
      'Other files that are known and have not been fetched, also because the settings do not want them yet.',
    ),
    fetched: count.describe('Files that have been fetched; `/files` says what became of them.'),
    refused: count.describe('Files that the provider does not give.'),
    refusedFiles: z
      .array(
        z.object({
          providerFileId: z.string().describe('Id of the file at the provider.'),
          name: z.string().describe('The name of the file at the provider.'),
          message: z.string().describe('Why the provider does not give it.'),
        }),
      )
      .describe(`Why, in the words of the provider, of ${maxShown} at most.`),
  })
  .describe('Absent for providers whose files are not fetched.');

export const shownIrrigationSchema = z
  .object({
    lastRoundTime: time.describe('When irrigation was last read.'),
    isComplete: z.boolean().describe('False if that failed, or stopped before its end and goes on.'),
    message: z.string().optional().describe('Why it failed. What was read before that stays.'),
  })
  .describe('Absent for providers whose irrigation is not read, and before the first round has ended.');

export const refusedListsSchema = z
  .array(
    z.object({
      of: z.enum(['files', ...assetKinds]).describe('What the list is of.'),
      organizationId: z
        .string()
        .optional()
        .describe('The organization at the provider whose list it is; absent if the list is of no organization.'),
      providerFieldId: z
        .string()
        .optional()
        .describe('The field at the provider whose list it is; absent if the list is of no field.'),
      time: time.describe('When the provider refused it, in UTC.'),
      message: z.string().describe('Why, in the words of the provider.'),
    }),
  )
  .describe(`Lists that the provider did not give the last time, ${maxShown} at most.`);

export const shownPushesSchema = z
  .object({
    isSubscribed: z.boolean().describe('Whether the provider notifies of changes. Otherwise they are found by rounds.'),
    renewedTime: time.optional().describe('When the provider was last asked.'),
    message: z.string().optional().describe('Why it does not notify.'),
  })
  .describe('Absent for providers that do not notify, and before the first round has ended.');

/** What is stored of a connection beside its rounds of fields. */
export interface SyncParts {
  files: { due: DueFile[]; fetched: number; refused: EndedFile[] };
  /** Assets that the provider still has. */
  assets: Record<AssetKind, number>;
  notes: ListNote[];
  push?: Pick<PushRecord, 'askedTime' | 'problem'> | undefined;
}

/** The files of a connection in a response. */
export function shownFiles(
  { due, fetched, refused }: SyncParts['files'],
  round: { startedTime: string; lists: number } | undefined,
  now: number,
): z.infer<typeof shownFilesSchema> {
  const fetching = due.filter(({ fetchedSince }) => Date.parse(fetchedSince ?? '') > now - fetchedMilliseconds).length;
  return {
    ...(round && { lastRoundTime: round.startedTime, listsRead: round.lists }),
    ...{ fetching, waiting: due.length - fetching, fetched, refused: refused.length },
    refusedFiles: refused.slice(0, maxShown).map(({ file, problem = '' }) => ({
      ...{ providerFileId: file.id, name: file.name, message: problem },
    })),
  };
}

/** The irrigation of a connection in a response. */
export function shownIrrigation({
  endedTime,
  isComplete,
  problem,
}: IrrigationRound): z.infer<typeof shownIrrigationSchema> {
  return { lastRoundTime: endedTime, isComplete, ...(problem !== undefined && { message: problem }) };
}

/** The refused lists of a connection in a response. */
export function shownRefusedLists(notes: readonly ListNote[]): z.infer<typeof refusedListsSchema> {
  return notes
    .flatMap(({ list: { of, organizationId, fieldId }, refused }) =>
      refused
        ? {
            of,
            ...(organizationId !== undefined && { organizationId }),
            ...(fieldId !== undefined && { providerFieldId: fieldId }),
            ...refused,
          }
        : [],
    )
    .slice(0, maxShown);
}

/** Whether a provider notifies, in a response. */
export function shownPushes({ askedTime, problem }: NonNullable<SyncParts['push']>): z.infer<typeof shownPushesSchema> {
  return {
    isSubscribed: askedTime !== undefined && problem === undefined,
    ...(askedTime !== undefined && { renewedTime: timestamp(askedTime) }),
    ...(problem !== undefined && { message: problem }),
  };
}

/** What waits for the owner to confirm it, in a response: records of fields, growers and farms, files and assets. */
export function shownRemovals(held: HeldRemovals | undefined, notes: readonly ListNote[]) {
  const waiting = notes.flatMap(({ list, held: records }) => (records ? [{ list, records }] : []));
  const [first] = waiting;
  if (!held && !first) return undefined;
  const unconfirmed = [held, ...waiting.map(({ records }) => records)].some((one) => one && !one.confirmedTime);
  const confirmedTime = held?.confirmedTime ?? first?.records.confirmedTime;
  const files = waiting.find(({ list: { of } }) => of === 'files')?.records;
  const assets = waiting.flatMap(({ list: { of, organizationId }, records: { gone, of: total } }) =>
    of === 'files' ? [] : { of, ...(organizationId !== undefined && { organizationId }), gone, total },
  );
  return {
    foundTime: held?.foundTime ?? first?.records.foundTime ?? '',
    lists: { ...held?.lists, ...(files && { files: { gone: files.gone, of: files.of } }) },
    ...(assets.length > 0 && { assets }),
    ...(!unconfirmed && confirmedTime !== undefined && { confirmedTime }),
  };
}
