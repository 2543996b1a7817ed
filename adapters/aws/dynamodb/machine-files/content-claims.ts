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

/** Keys under which a file may have claimed its content: earlier releases had one claim for all providers. None for a file without content. */
export function claimKeys(user: UserSubject, content: FileContent): { pk: string; sk: string }[] {
  return content.contentHash === '' ? [] : [contentKey(user, content), formerKey(user, content)];
}

/** The file that has claimed a content from its provider. */
export async function holderOf(table: Table, user: UserSubject, content: FileContent): Promise<string | undefined> {
  const claims = await claimsOf(table, claimKeys(user, content));
  const own = claims.find(({ sk }) => sk !== content.contentHash);
  if (own) return own.fileId;
  const holders = await recordsOf(table, user, claims);
  return holders.find(({ provider }) => provider === content.provider)?.id;
}

/** The files of a user that have claimed the content of a file and came from other providers. */
export async function fromOtherProviders(table: Table, user: UserSubject, file: MachineFile): Promise<MachineFile[]> {
  if (file.contentHash === '') return [];
  const keys = [ownProvider, ...providers].map(({ key }) => contentKey(user, { ...file, provider: key }));
  const holders = await recordsOf(table, user, await claimsOf(table, [...keys, formerKey(user, file)]));
  return holders.filter(({ provider, contentHash }) => provider !== file.provider && contentHash === file.contentHash);
}

interface Claim {
  sk: string;
  fileId: string;
}

async function claimsOf(table: Table, keys: Item[]): Promise<Claim[]> {
  const items = await getMany(table, keys, { consistent: true });
  return items.flatMap((item) => (item ? [{ sk: String(item.sk), fileId: String(item.fileId) }] : []));
}

async function recordsOf(table: Table, { ownerId }: UserSubject, claims: readonly Claim[]): Promise<MachineFile[]> {
  const ids = [...new Set(claims.map(({ fileId }) => fileId))];
  const items = await getMany(
    table,
    ids.map((id) => recordKey(ownerId, id, 'file')),
    { consistent: true },
  );
  return items.flatMap((item) => (item?.file as MachineFile | undefined) ?? []);
}

/** Key of the one claim on a content that earlier releases had for all providers. */
function formerKey({ ownerId, svcUserId }: UserSubject, { contentHash }: FileContent) {
  return { pk: contentPartition(ownerId, svcUserId), sk: contentHash };
}
