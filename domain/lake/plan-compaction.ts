import type { LakeSnapshot } from './points-pointer.ts';

/** Objects of this size are read well, and are left as they are. */
export const enoughBytes = 64 * 1024 * 1024;
/** What is written as one object, before it is packed anew. */
const batchBytes = 128 * 1024 * 1024;
/** Its ids stand in one item of at most 400 kB. */
const maxIngests = 4_000;
/** What one run reads, in the 15 minutes that it has; the next run goes on. */
const maxBytes = 1_000_000_000;

/** An object of a generation that readers see. */
export interface SeenObject {
  key: string;
  bytes: number;
  /** Whose points stand in it, and of which ingests. */
  svcUserIds: readonly string[];
  ingestIds: readonly string[];
  /** That was not noted, or its points are in the units of their files: it is written anew. */
  isStale: boolean;
}

export interface CompactionPlan {
  /** What is written as one object each, in the order of users. */
  batches: SeenObject[][];
  /** Whether what is left out now stands in none of the objects afterwards. */
  isClean: boolean;
  /** Whether there is more to be done. */
  isPart: boolean;
}

/** Which of the objects are written anew: small ones, and those with rows that no snapshot shows. */
export function planCompaction(
  objects: readonly SeenObject[],
  { replaced, hiddenUsers }: Pick<LakeSnapshot, 'replaced' | 'hiddenUsers'>,
): CompactionPlan {
  const [without, users] = [new Set(replaced), new Set(hiddenUsers)];
  const isDirty = ({ ingestIds, svcUserIds, isStale }: SeenObject) =>
    isStale || ingestIds.some((id) => without.has(id)) || svcUserIds.some((id) => users.has(id));
  const dirty = objects.filter(isDirty);
  const small = objects.filter((object) => object.bytes < enoughBytes && !isDirty(object));
  const wanted = small.length > 1 ? [...dirty, ...small] : dirty;
  const chosen: SeenObject[] = [];
  let bytes = 0;
  for (const object of wanted) {
    bytes += object.bytes;
    if (bytes > maxBytes && chosen.length > 0) break;
    chosen.push(object);
  }
  return {
    batches: batchesOf(chosen),
    isClean: chosen.length >= dirty.length,
    isPart: chosen.length < wanted.length,
  };
}

function batchesOf(objects: readonly SeenObject[]): SeenObject[][] {
  const userOf = ({ svcUserIds }: SeenObject) => svcUserIds[0] ?? '';
  const sorted = [...objects].sort((a, b) => (userOf(a) < userOf(b) ? -1 : userOf(a) > userOf(b) ? 1 : 0));
  const batches: SeenObject[][] = [];
  let bytes = 0;
  let ingests = 0;
  for (const object of sorted) {
    const isFull = bytes + object.bytes > batchBytes || ingests + object.ingestIds.length > maxIngests;
    if (batches.length === 0 || isFull) {
      batches.push([]);
      [bytes, ingests] = [0, 0];
    }
    batches.at(-1)?.push(object);
    bytes += object.bytes;
    ingests += object.ingestIds.length;
  }
  return batches;
}
