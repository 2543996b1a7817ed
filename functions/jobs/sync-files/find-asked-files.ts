import type { AskedRecord } from '../../../domain/sync/asked-records.ts';
import type { FileProvider } from '../../../domain/sync/file-provider.ts';
import { providerFileKey } from '../../../domain/sync/provider-file.ts';
import { wordsOfRefusal } from '../../../domain/sync/provider-problem.ts';
import type { Message } from '../../queue/sqs-worker.ts';
import { type FileSyncMessage, fetchOf, type StartMessage } from './messages.ts';
import type { FileSyncServices } from './services.ts';

interface Sought {
  files: FileProvider;
  /** The selected organizations. */
  selected: ReadonlySet<string>;
  consent: string;
  queue: Message<FileSyncMessage>['queue'];
}

type Account = Omit<StartMessage, 'step' | 'operations' | 'round'>;

/**
 * Has the files fetched that their owner has asked for by their ids, whatever lists, months and fields the settings want. Why one does not come is stored as the answer.
 * A file that is being fetched stays asked for until it has come.
 */
export async function findAskedFiles(account: Account, sought: Sought, services: FileSyncServices): Promise<void> {
  const { provider } = account;
  for (const record of await services.asked.all(account, provider)) {
    if (record.kind !== 'file' || record.answer !== undefined) continue;
    const answer = await findFile(account, record, sought, services);
    if (answer !== undefined) await services.asked.settle(account, provider, { ...record, answer });
  }
}

/** @returns why the file does not come; undefined if it does, or has. */
async function findFile(
  account: Account,
  record: AskedRecord,
  { files, selected, consent, queue }: Sought,
  { store, asked }: FileSyncServices,
): Promise<string | undefined> {
  const { provider } = account;
  const found = await files.file(record.id).catch(wordsOfRefusal);
  if (typeof found === 'string') return found;
  if (!found) return 'The provider shows the account no file with this id.';
  const { file, hindrance } = found;
  if (hindrance !== undefined) return hindrance;
  const { organizationId } = file;
  if (organizationId !== undefined && !selected.has(organizationId)) {
    return `It is a file of the organization ${organizationId}, which is not SELECTED.`;
  }
  if (await store.note(account, provider, file, consent)) {
    await queue.send({ ...fetchOf(account, file), isAsked: true });
    return undefined;
  }
  const { ended } = await store.get(account, provider, providerFileKey(file));
  if (ended?.status === 'refused') return ended.problem ?? 'The provider does not give the file.';
  await asked.forget(account, provider, record);
  return undefined;
}
