import type { MachineFile } from '../machine-files/machine-file.ts';
import type { Operation } from './operation.ts';

/**
 * The files of one operation whose content another provider has delivered as well, in a file before them: their ground is that of the other.
 *
 * @example repeatsIn([{ id: 'a', contentHash: 'x' }, { id: 'b', contentHash: 'x' }]) // ['b']
 */
export function repeatsIn(files: readonly Pick<MachineFile, 'id' | 'contentHash'>[]): string[] {
  const first = new Map<string, string>();
  for (const { id, contentHash } of files) if (!first.has(contentHash)) first.set(contentHash, id);
  return files.flatMap(({ id, contentHash }) => (contentHash === '' || first.get(contentHash) === id ? [] : [id]));
}

/**
 * The files whose points an operation has, in its order.
 *
 * @example countedFiles({ files: ['a', 'b'], repeatedFiles: ['b'] }) // ['a']
 */
export function countedFiles({ files, repeatedFiles = [] }: Pick<Operation, 'files' | 'repeatedFiles'>): string[] {
  return files.filter((id) => !repeatedFiles.includes(id));
}
