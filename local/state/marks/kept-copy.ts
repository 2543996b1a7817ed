import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { replaceFile } from '../storage/write-file.ts';
import { markPath } from './ledger.ts';
import { type Marks, refuseOrAccept } from './lost-data.ts';

/** Keys that cannot be made again, of which a copy is kept outside of their folder. */
export interface CopiedFile {
  /** Name of the copy, such as `kms-keys`. */
  name: string;
  path: string;
  /** Describes what the copy has and the file lacks; undefined if nothing. `file` is undefined if there is none. */
  lost(file: Buffer | undefined, copy: Buffer): string | undefined;
}

/**
 * Compares a file of keys with its copy. A restore puts the copy back.
 *
 * @throws LostData if the file lacks keys of the copy, except in a restore.
 */
export function checkCopiedKeys(marks: Marks, { name, path, lost }: CopiedFile): void {
  const copyPath = markPath(marks.dataDir, name);
  if (!existsSync(copyPath)) return;
  const copy = readFileSync(copyPath);
  const loss = lost(existsSync(path) ? readFileSync(path) : undefined, copy);
  if (loss === undefined) return;
  refuseOrAccept(marks, loss);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  replaceFile(path, copy, { sync: true });
  marks.log(`put back ${path}`);
}

/** Keeps a copy of the content of a file; call it after the file was written. */
export function keepCopy({ dataDir }: Marks, name: string, content: string | Buffer): void {
  const path = markPath(dataDir, name);
  if (existsSync(path) && readFileSync(path).equals(Buffer.from(content))) return;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  replaceFile(path, content, { sync: true });
}
