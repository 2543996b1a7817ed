import { isFileWanted } from '../../../domain/sync/provider-file.ts';
import type { Message } from '../../queue/sqs-worker.ts';
import { type FileSyncMessage, fetchOf, type ListMessage } from './messages.ts';
import type { FileSyncServices } from './services.ts';
import { enabledFields } from './start-files.ts';
import { withProvider } from './with-provider.ts';

/**
 * Reads one list, and has what is new or has changed fetched. Every file is noted before the change token of the list is stored, so that what the settings do not want yet is fetched by a
 * later round.
 */
export async function listFiles(
  asked: ListMessage,
  { queue }: Pick<Message<FileSyncMessage>, 'queue'>,
  services: FileSyncServices,
): Promise<void> {
  const { provider } = asked;
  await withProvider(asked, services, async (files, { renewedTime }) => {
    let known: Promise<Parameters<typeof isFileWanted>[2]> | undefined;
    const settings = await services.settings(asked.ownerId, asked.svcUserId);
    for await (const file of files.files(asked.list)) {
      if (!(await services.store.note(asked, provider, file, renewedTime))) continue;
      known ??= enabledFields(asked, provider, services);
      if (!isFileWanted(file, settings, await known, services.clock.now())) continue;
      await queue.send(fetchOf(asked, file));
    }
  });
}
