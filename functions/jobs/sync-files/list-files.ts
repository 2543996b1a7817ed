import { timestamp } from '../../../domain/clock.ts';
import { enabledFields } from '../../../domain/sync/enabled-fields.ts';
import type { FileProvider, ProvidedFile } from '../../../domain/sync/file-provider.ts';
import { noteRead } from '../../../domain/sync/list-notes.ts';
import {
  consentOf,
  isFileWanted,
  isInRange,
  isOfEnabled,
  providerFileKey,
} from '../../../domain/sync/provider-file.ts';
import { ProviderProblem } from '../../../domain/sync/provider-problem.ts';
import type { Message } from '../../queue/sqs-worker.ts';
import { fileReturned, findAbsentFiles } from './find-absent-files.ts';
import { type FileSyncMessage, fetchOf, type ListMessage } from './messages.ts';
import type { FileSyncServices } from './services.ts';
import { withProvider } from './with-provider.ts';

/** Reads one list, and notes why if its provider does not give it. */
export async function listFiles(
  asked: ListMessage,
  { queue }: Pick<Message<FileSyncMessage>, 'queue'>,
  services: FileSyncServices,
): Promise<void> {
  const note = (problem?: ProviderProblem) => {
    const time = timestamp(services.clock.now());
    return noteRead(services.notes, asked, asked.provider, { of: 'files', ...asked.list }, time, problem);
  };
  await withProvider(asked, services, async (files, link) => {
    try {
      await takeOver(files, asked, consentOf(link), queue, services);
    } catch (error) {
      // A list that was not asked for has refused nothing.
      if (error instanceof ProviderProblem && error.kind !== 'held') await note(error);
      throw error;
    }
    await note();
  });
}

/**
 * Has what is new or has changed in a list fetched. Every file is noted before the change token of the list is stored, so that what the settings do not want yet is fetched by a
 * later round.
 */
async function takeOver(
  files: FileProvider,
  asked: ListMessage,
  consent: string,
  queue: Message<FileSyncMessage>['queue'],
  services: FileSyncServices,
): Promise<void> {
  const { provider } = asked;
  let known: Promise<Parameters<typeof isFileWanted>[2]> | undefined;
  let absent: ReturnType<FileSyncServices['absences']['all']> | undefined;
  const absences = () => {
    absent ??= services.absences.all(asked, provider, 'files');
    return absent;
  };
  const settings = await services.settings(asked.ownerId, asked.svcUserId);
  const isWanted = async (file: ProvidedFile) => {
    const now = services.clock.now();
    // The list of a field is asked for since the field is enabled. To read all fields for each list would take most of a first round.
    if (isFileWanted(file, settings, (of) => 'fieldId' in of && of.fieldId === asked.list.fieldId, now)) return true;
    if (!isInRange(file, settings, now)) return false;
    known ??= enabledFields(services.fields(asked, provider));
    return isOfEnabled(file, await known);
  };
  const listed = new Set<string>();
  const read = files.files(asked.list, asked.whole !== undefined)[Symbol.asyncIterator]();
  let next = await read.next();
  for (; !next.done; next = await read.next()) {
    const file = next.value;
    const key = providerFileKey(file);
    listed.add(key);
    const absence = (await absences()).get(key);
    // Before it is fetched anew, which writes the record.
    if (absence) await fileReturned(asked, absence, services);
    if (!(await services.store.note(asked, provider, file, consent))) continue;
    if (await isWanted(file)) await queue.send(fetchOf(asked, file));
  }
  if (asked.whole) {
    await findAbsentFiles(asked, { listed, end: next.value, absences: await absences() }, files, queue, services);
  }
}
