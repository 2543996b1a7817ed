import type { PointsSnapshot } from './points-pointer.ts';

/** Objects of this size are efficient to read and are not rewritten. */
export const enoughBytes = 64 * 1024 * 1024;
/** Maximum input of one new object, before compression. */
const batchBytes = 128 * 1024 * 1024;
/** Maximum ingests of one object: their ids are stored in one item of at most 400 kB. */
const maxIngests = 4_000;
/** Maximum bytes that one run of 15 minutes reads; the next run continues. */
const maxBytes = 1_000_000_000;

/** An object of the published generation. */
export interface SeenObject {
  key: string;
  bytes: number;
  /** The users and ingests whose points it contains. */
  svcUserIds: readonly string[];
  ingestIds: readonly string[];
  /** Whether it is not known which users and ingests it has: it is rewritten. */
  isUnknown: boolean;
}

export interface CompactionPlan {
  /** Objects to be combined into one each, in the order of users. */
  batches: SeenObject[][];
  /** Whether afterwards no object contains rows that snapshots leave out. */
  isClean: boolean;
  /** Whether another run is needed. */
  isPart: boolean;
}

/** Chooses the objects to rewrite: small ones, and those with rows that no snapshot shows. */
export function planCompaction(
  objects: readonly SeenObject[],
  { replaced, hiddenUsers }: Pick<PointsSnapshot, 'replaced' | 'hiddenUsers'>,
): CompactionPlan {
  const [without, users] = [new Set(replaced), new Set(hiddenUsers)];
  const isDirty = ({ ingestIds, svcUserIds, isUnknown }: SeenObject) =>
    isUnknown || ingestIds.some((id) => without.has(id)) || svcUserIds.some((id) => users.has(id));
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
