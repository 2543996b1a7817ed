import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Zip, ZipDeflate } from 'fflate';
import type { MachineMember } from '../../domain/machine-files/machine-set.ts';

/** The fastest level: the data is read back once or twice, and text shrinks well at any. */
const level = 1;

/** A zip of some members under the names that they have in their upload. */
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

/** What members contain, whatever they are called and wherever they stand. */
export async function contentHashOf(members: MachineMember[]): Promise<string> {
  const digests: string[] = [];
  for (const { path } of members) {
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(path)) hash.update(chunk as Uint8Array);
    digests.push(hash.digest('hex'));
  }
  return createHash('sha256').update(digests.sort().join('\n')).digest('hex');
}
