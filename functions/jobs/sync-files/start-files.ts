import { timestamp } from '../../../domain/clock.ts';
import type { ProviderKey } from '../../../domain/providers/providers.ts';
import { enabledFields, isEnabledField } from '../../../domain/sync/enabled-fields.ts';
import type { FileList, FileProvider } from '../../../domain/sync/file-provider.ts';
import { dropOthers } from '../../../domain/sync/list-notes.ts';
import { consentOf, isFileWanted } from '../../../domain/sync/provider-file.ts';
import type { UserSubject } from '../../../domain/work/work-stores.ts';
import type { Message } from '../../queue/sqs-worker.ts';
import { askToJudge, knownFiles, wholeOf } from './find-absent-files.ts';
import { findAskedFiles } from './find-asked-files.ts';
import { type FileSyncMessage, fetchOf, type StartMessage } from './messages.ts';
import type { FileSyncServices } from './services.ts';
import { withProvider } from './with-provider.ts';

/**
 * Begins a round: a message for each list of the account, and one for each file that an earlier round has found and not fetched. Idempotent, since a file that has
 * been fetched is not fetched again.
 */
export async function startFiles(
  asked: StartMessage,
  { queue }: Pick<Message<FileSyncMessage>, 'queue'>,
  services: FileSyncServices,
): Promise<void> {
  const { step: _, operations, round, ...account } = asked;
  const { ownerId, svcUserId, provider } = asked;
  const settings = await services.settings(ownerId, svcUserId);
  await withProvider(asked, services, async (files, link) => {
    const { lists, selected } = await listsOf(asked, provider, files, services);
    if (!operations) await findAskedFiles(account, { files, selected, consent: consentOf(link), queue }, services);
    if (!settings.operationsAutoSync) return;
    if (operations) return readNamed(operations, { asked: account, lists, selected, files, queue }, services);
    const noted = lists.map((list) => ({ of: 'files', ...list }) as const);
    await dropOthers(services.notes, asked, provider, ['files'], [...noted, { of: 'files' }]);
    const known = round === undefined ? undefined : await knownFiles(asked, lists, files, services);
    for (const list of lists) {
      const keys = known?.get(list);
      await queue.send({ step: 'list', ...account, list, ...(round && keys && { whole: wholeOf(round, keys) }) });
    }
    if (round !== undefined && (await services.notes.get(asked, provider, { of: 'files' }))?.held) {
      await askToJudge(account, round, queue);
    }
    const isEnabled = await enabledFields(services.fields(asked, provider));
    const now = services.clock.now();
    for (const { file } of await services.store.due(asked, provider)) {
      if (isFileWanted(file, settings, isEnabled, now)) await queue.send(fetchOf(account, file));
    }
    await services.noteRound(asked, provider, { startedTime: timestamp(now), lists: lists.length });
  });
}

/** The selected organizations, and the lists of them and of enabled fields. */
async function listsOf(
  { ownerId, svcUserId }: UserSubject,
  provider: ProviderKey,
  files: FileProvider,
  { organizations, fields }: FileSyncServices,
) {
  const all = await organizations.all({ ownerId, svcUserId, provider });
  const selected = new Set(all.flatMap(({ status, providerOrgId }) => (status === 'SELECTED' ? [providerOrgId] : [])));
  const wanted: { id: string; organizationId: string | undefined }[] = [];
  for await (const field of fields({ ownerId, svcUserId }, provider)) {
    const { providerFieldId: id, organizationId } = field;
    if (!isEnabledField(field) || id === undefined) continue;
    if (organizationId === undefined || selected.has(organizationId)) wanted.push({ id, organizationId });
  }
  const withFields = [...selected].filter((id) => wanted.some(({ organizationId }) => organizationId === id));
  return { selected, lists: files.lists({ organizations: withFields, fields: wanted }) };
}

/**
 * Has the lists read that a notification concerns: the work of its field, and the files of the organization. Work on a field that is not known, or not wanted, has a round begin, which
 * reads the fields first.
 */
async function readNamed(
  operations: readonly string[],
  { asked, lists, selected, files, queue }: Named,
  { rounds }: FileSyncServices,
): Promise<void> {
  const named = new Map<string, FileList>();
  for (const operation of operations) {
    const found = await files.listOf?.(operation);
    // It is gone, another account's, or of an organization that is not followed.
    if (files.listOf && !selected.has(found?.organizationId ?? '')) continue;
    const ofField = lists.find(({ fieldId, organizationId }) => isSame({ fieldId, organizationId }, found));
    if (!ofField) {
      // Queues form no circles: the sweep sends the message.
      const { ownerId, svcUserId } = asked;
      return rounds.makeDue({ ownerId, svcUserId });
    }
    const beside = lists.filter((list) => isSame(list, { organizationId: found?.organizationId }));
    for (const list of [ofField, ...beside]) named.set(JSON.stringify(list), list);
  }
  for (const list of named.values()) await queue.send({ step: 'list', ...asked, list });
}

interface Named {
  asked: Omit<StartMessage, 'step' | 'operations' | 'round'>;
  lists: readonly FileList[];
  selected: ReadonlySet<string>;
  files: FileProvider;
  queue: Message<FileSyncMessage>['queue'];
}

function isSame(one: FileList, other: FileList | undefined): boolean {
  return other !== undefined && one.fieldId === other.fieldId && one.organizationId === other.organizationId;
}
