import type { Absence } from '../../../domain/sync/absences.ts';
import { compareFiles } from '../../../domain/sync/file-absences.ts';
import type { FileList, FileListEnd, FileProvider } from '../../../domain/sync/file-provider.ts';
import { providerFileKey } from '../../../domain/sync/provider-file.ts';
import type { Message } from '../../queue/sqs-worker.ts';
import { setMark } from './mark-removed.ts';
import type { FileSyncMessage, ListMessage } from './messages.ts';
import type { FileSyncServices } from './services.ts';

/** Other lists of the round are read meanwhile, so that what they lack is judged together. */
const gatherSeconds = 5 * 60;
/** Keys that fit into a message. The worker of a longer list reads them itself. */
const maxKeys = 500;

/** The files that lists should have, where some are known: a list without any needs no comparing. */
export async function knownFiles(
  asked: Pick<ListMessage, 'ownerId' | 'svcUserId' | 'provider'>,
  lists: readonly FileList[],
  files: FileProvider,
  { store }: Pick<FileSyncServices, 'store'>,
): Promise<Map<FileList, string[]>> {
  const known = new Map<FileList, string[]>();
  for await (const { file } of store.ended(asked, asked.provider)) {
    for (const list of lists) {
      if (files.isOf(file, list)) known.set(list, [...(known.get(list) ?? []), providerFileKey(file)]);
    }
  }
  return known;
}

/** Part of the message of a list that is read whole. */
export function wholeOf(round: string, known: readonly string[]): NonNullable<ListMessage['whole']> {
  return { round, ...(known.length <= maxKeys && { known: [...known] }) };
}

/** Stores what a complete list lacks, and has it looked at once the other lists have been read. */
export async function findAbsentFiles(
  asked: ListMessage,
  { listed, end, absences }: { listed: Set<string>; end: FileListEnd; absences: ReadonlyMap<string, Absence> },
  files: FileProvider,
  queue: Message<FileSyncMessage>['queue'],
  services: FileSyncServices,
): Promise<void> {
  const { list, whole, step: _, ...account } = asked;
  if (!whole || !end.isWhole) return;
  for (const key of end.others) {
    listed.add(key);
    const absence = absences.get(key);
    if (absence) await fileReturned(asked, absence, services);
  }
  const known = whole.known ?? (await knownFiles(asked, [list], files, services)).get(list) ?? [];
  const { changed, areGone } = compareFiles({ known, listed, absences, round: whole.round });
  await services.absences.put(asked, asked.provider, 'files', changed);
  if (areGone) await askToJudge(account, whole.round, queue);
}

/** Has the absent files of an account looked at, once the lists of the round have been read. */
export function askToJudge(
  account: Omit<ListMessage, 'step' | 'list' | 'whole'>,
  round: string,
  queue: Message<FileSyncMessage>['queue'],
): Promise<void> {
  return queue.send({ step: 'judge', ...account, round }, gatherSeconds);
}

/** Takes back that a file is absent, or gone. */
export async function fileReturned(
  asked: Pick<ListMessage, 'ownerId' | 'svcUserId' | 'provider'>,
  absence: Absence,
  services: FileSyncServices,
): Promise<void> {
  if (absence.isGone) await setMark(asked, absence.id, 'there', services);
  await services.absences.remove(asked, asked.provider, 'files', [absence.id]);
}
