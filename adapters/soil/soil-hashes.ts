import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { SoilHashes } from '../../domain/soil/batch/soil-copies.ts';
import type { SoilEvent } from '../../domain/soil/soil-reading.ts';

/**
 * The hashes of an unpacked zip and of what was read in it. Neither depends on names, order or compression: a zip that is packed anew has
 * both, and one with a letter beside the same results has that of the reading.
 */
export async function hashesOf(files: readonly { path: string }[], events: readonly SoilEvent[]): Promise<SoilHashes> {
  const contents: string[] = [];
  for (const { path } of files) {
    const hash = createHash('sha256');
    await pipeline(createReadStream(path), hash);
    contents.push(hash.digest('hex'));
  }
  const samples = events.flatMap(({ samples: own, files: _, ...facts }) =>
    own.map((sample) => hashOf(JSON.stringify([facts, sample]))),
  );
  // A file that is in a zip twice is one content; two samples that say the same are two.
  return { contentHash: ofSorted([...new Set(contents)]), readingHash: ofSorted(samples) };
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

const ofSorted = (hashes: readonly string[]) => hashOf(hashes.toSorted().join('\n'));
