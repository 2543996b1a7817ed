import type { StoredSoilEntry } from './soil-batch.ts';
import type { EndingSoilBatchStore } from './soil-batch-store.ts';

/** Hashes of a zip of soil results: of the content of its files, and of all that was read in them, neither with names of files. */
export interface SoilHashes {
  contentHash: string;
  readingHash: string;
}

/** An entry that was read, with its hashes. */
export interface SoilContent extends SoilHashes {
  batchId: string;
  entryId: string;
  /** Its position in its batch. */
  index: number;
}

/**
 * The one of entries with the same content that counts. What was read last is right, since parameters or the reader may be others than
 * before; of the entries with this reading the first one counts, so that sending a zip again changes nothing.
 *
 * @param copies at least one.
 */
export function countedOf(copies: readonly SoilContent[]): SoilContent | undefined {
  const inOrder = copies.toSorted(byTime);
  const last = inOrder.at(-1);
  return inOrder.find(({ readingHash }) => readingHash === last?.readingHash);
}

/** What an entry says of the one that counts in its place; nothing if it counts itself. @param copies of it, with or without itself. */
export function originalOf(
  own: SoilContent,
  copies: readonly SoilContent[],
): Pick<StoredSoilEntry, 'duplicateOf' | 'duplicateOfBatch'> {
  const counted = countedOf([...copies.filter(({ entryId }) => entryId !== own.entryId), own]);
  if (!counted || counted === own) return {};
  return { duplicateOf: counted.entryId, duplicateOfBatch: counted.batchId };
}

/** Ids of batches are in the order of their creation. */
function byTime(a: SoilContent, b: SoilContent): number {
  return a.batchId === b.batchId ? a.index - b.index : a.batchId < b.batchId ? -1 : 1;
}

export interface CopyServices {
  soil: Pick<EndingSoilBatchStore, 'copiesOf' | 'setDuplicate'>;
}

/** Entries with one content that end side by side each settle all of them; every round sees at least one more of the others. */
const maxRounds = 50;

/**
 * Has one entry count of all that have a content, however many workers settle it at once: each looks again after it has changed
 * something, so that the last one has seen all. Returns the batches with the content.
 *
 * @param content of an entry that has ended, or is gone.
 */
export async function settleCopies(
  ownerId: string,
  svcUserId: string,
  content: SoilHashes,
  { soil }: CopyServices,
): Promise<string[]> {
  for (let round = 0; round < maxRounds; round += 1) {
    const copies = await soil.copiesOf(ownerId, svcUserId, content);
    const counted = countedOf(copies);
    let isChanged = false;
    for (const copy of copies) {
      const original = copy === counted ? undefined : counted;
      if (await soil.setDuplicate(ownerId, copy, original)) isChanged = true;
    }
    if (!isChanged) return [...new Set(copies.map(({ batchId }) => batchId))];
  }
  throw new Error(`the copies of a zip of soil results of ${svcUserId} changed each of ${maxRounds} times`);
}
