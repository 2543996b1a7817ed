import type { MachineFile } from '../../../../domain/machine-files/machine-file.ts';
import type { FileContent } from '../../../../domain/machine-files/machine-file-store.ts';
import { ownProvider, providers } from '../../../../domain/providers/providers.ts';
import type { UserSubject } from '../../../../domain/work/work-stores.ts';
import { getMany } from '../get-many.ts';
import { contentPartition, recordKey } from '../operations/operation-item.ts';
import type { Item, Table } from '../table.ts';

/**
 * Key of the claim of a file on the content that it has from its provider.
 *
 * @example contentKey({ ownerId: 'o', svcUserId: 'u' }, { provider: 'Svc', contentHash: 'ab' }) // { pk: 'o#u#content', sk: 'ab#Svc' }
 */
export function contentKey({ ownerId, svcUserId }: UserSubject, { contentHash, provider }: FileContent) {
  return { pk: contentPartition(ownerId, svcUserId), sk: `${contentHash}#${provider}` };
}

/** The file that has claimed a content from its provider. */
export async function holderOf(table: Table, user: UserSubject, content: FileContent): Promise<string | undefined> {
  if (content.contentHash === '') return undefined;
  const [holder] = await holdersAt(table, [contentKey(user, content)]);
  return holder;
}

/** The files of a user that have claimed the content of a file and came from other providers. */
export async function fromOtherProviders(table: Table, user: UserSubject, file: MachineFile): Promise<MachineFile[]> {
  if (file.contentHash === '') return [];
  const keys = [ownProvider, ...providers].map(({ key }) => contentKey(user, { ...file, provider: key }));
  const holders = await recordsOf(table, user, await holdersAt(table, keys));
  return holders.filter(({ provider, contentHash }) => provider !== file.provider && contentHash === file.contentHash);
}

/** The ids of the files that have some claims. */
async function holdersAt(table: Table, keys: Item[]): Promise<string[]> {
  const items = await getMany(table, keys, { consistent: true });
  return [...new Set(items.flatMap((item) => (item ? [String(item.fileId)] : [])))];
}

async function recordsOf(table: Table, { ownerId }: UserSubject, ids: readonly string[]): Promise<MachineFile[]> {
  const items = await getMany(
    table,
    ids.map((id) => recordKey(ownerId, id, 'file')),
    { consistent: true },
  );
  return items.flatMap((item) => (item?.file as MachineFile | undefined) ?? []);
}
