import { timestamp } from '../../../domain/clock.ts';
import { sourceFileId } from '../../../domain/machine-files/source-file.ts';
import type { ProviderKey } from '../../../domain/providers/providers.ts';
import type { Absence } from '../../../domain/sync/absences.ts';
import { judgeFiles } from '../../../domain/sync/file-absences.ts';
import type { UserSubject } from '../../../domain/work/work-stores.ts';
import { type Message, RetryLater } from '../../queue/sqs-worker.ts';
import { unlessDeleted } from '../../queue/unless-deleted.ts';
import type { FileSyncMessage, JudgeMessage } from './messages.ts';
import type { FileSyncServices } from './services.ts';

const stopBeforeEndMilliseconds = 60_000;
/** The processing of a file takes minutes. */
const busySeconds = 60;

/** Marks files as gone that two complete lists in a row lacked. Too many of an account wait for their owner. Idempotent; nothing is deleted. */
export async function markRemovedFiles(
  asked: JudgeMessage,
  message: Message<FileSyncMessage>,
  services: FileSyncServices,
): Promise<void> {
  const { provider, credentialId, round } = asked;
  if ((await services.link(asked, provider))?.credentialId !== credentialId) return;
  await unlessDeleted(async () => {
    const list = { of: 'files' } as const;
    // Before the absences, and written after them: another judge of the round that finds no confirmation any more finds the files marked.
    const note = await services.notes.get(asked, provider, list);
    const absences = await services.absences.all(asked, provider, 'files');
    let total = 0;
    for await (const _ of services.store.ended(asked, provider)) total += 1;
    const { gone, held } = judgeFiles(absences.values(), { total, round, held: note?.held });
    if (!(await markAll(asked, gone, message, services))) return message.queue.send(asked);
    if (note || held) await services.notes.put(asked, provider, { list, held });
  });
}

/** False when time was too short for all. */
async function markAll(
  asked: JudgeMessage,
  gone: readonly Absence[],
  message: Pick<Message<FileSyncMessage>, 'remainingMilliseconds'>,
  services: FileSyncServices,
): Promise<boolean> {
  const marked: Absence[] = [];
  try {
    for (const absence of gone) {
      if (message.remainingMilliseconds() < stopBeforeEndMilliseconds) return false;
      await setMark(asked, absence.id, 'gone', services);
      marked.push({ ...absence, isGone: true });
    }
    return true;
  } finally {
    await services.absences.put(asked, asked.provider, 'files', marked);
  }
}

/**
 * Sets whether a file is gone at its provider, in the records of all that is in it.
 *
 * @throws RetryLater while one is being processed, which writes the record.
 */
export async function setMark(
  { ownerId, svcUserId, provider }: UserSubject & { provider: ProviderKey },
  fileKey: string,
  state: 'gone' | 'there',
  { records, clock, derivedId }: Pick<FileSyncServices, 'records' | 'clock' | 'derivedId'>,
): Promise<void> {
  for (let index = 0; ; index += 1) {
    const file = await records.get(ownerId, sourceFileId(svcUserId, { provider, fileKey }, index, derivedId));
    if (!file) return;
    if ((file.removedAtProvider === undefined) === (state === 'there')) continue;
    const at = timestamp(clock.now());
    const isSet =
      file.status !== 'processing' && (await records.set(ownerId, file, state === 'gone' ? at : undefined, at));
    if (!isSet) throw new RetryLater(`the file ${file.id} is being processed`, busySeconds);
  }
}
