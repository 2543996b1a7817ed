import type { MachineFile } from '../machine-files/machine-file.ts';
import type { Operation } from './operation.ts';

/**
 * The files of one operation whose content another provider has delivered as well: their ground is that of the other file. Of each content the file counts whose provider
 * has most files of the operation, since records that a provider repeats are left out among its own files; then the first one.
 *
 * @example repeatsIn([{ id: 'a', provider: 'Svc', contentHash: 'x' }, { id: 'b', provider: 'JohnDeere', contentHash: 'x' }]) // ['b']
 */
export function repeatsIn(files: readonly Pick<MachineFile, 'id' | 'provider' | 'contentHash'>[]): string[] {
  const filesOf = (provider: string) => files.filter((file) => file.provider === provider).length;
  const counted = new Map<string, string>();
  for (const { id, contentHash } of files.toSorted((a, b) => filesOf(b.provider) - filesOf(a.provider))) {
    if (!counted.has(contentHash)) counted.set(contentHash, id);
  }
  return files.flatMap(({ id, contentHash }) => (contentHash === '' || counted.get(contentHash) === id ? [] : [id]));
}

/**
 * The files whose points an operation has, in its order.
 *
 * @example countedFiles({ files: ['a', 'b'], repeatedFiles: ['b'] }) // ['a']
 */
export function countedFiles({ files, repeatedFiles = [] }: Pick<Operation, 'files' | 'repeatedFiles'>): string[] {
  return files.filter((id) => !repeatedFiles.includes(id));
}
