import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Zip, ZipDeflate } from 'fflate';
import type { MachineMember } from '../../domain/machine-files/sets/machine-set.ts';

/** The fastest level: the data is read back once or twice, and text compresses well at any level. */
const level = 1;

/** A zip of some members, with their names in the upload. */
export async function* packMembers(members: MachineMember[]): AsyncGenerator<Uint8Array> {
  let made: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    made.push(chunk);
  });
  for (const { name, path } of members) {
    const entry = new ZipDeflate(name.slice(name.indexOf('/') + 1), { level });
    zip.add(entry);
    for await (const chunk of createReadStream(path)) {
      entry.push(chunk as Uint8Array);
      yield* made;
      made = [];
    }
    entry.push(new Uint8Array(), true);
  }
  zip.end();
  yield* made;
}

/**
 * A hash of the contents of members, independent of their names and paths.
 *
 * @param digests of files by path, which are read once.
 * @param text additional content from other members.
 */
export async function contentHashOf(
  members: MachineMember[],
  digests = new Map<string, Promise<string>>(),
  text?: string,
): Promise<string> {
  const found: string[] = [];
  for (const { path } of members) {
    const digest = digests.get(path) ?? digestOf(path);
    digests.set(path, digest);
    found.push(await digest);
  }
  const lines = [...found.sort(), ...(text === undefined ? [] : [text])];
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Uint8Array);
  return hash.digest('hex');
}
