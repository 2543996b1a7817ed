import { lakeNameIn, lakePointsPrefix } from '../../../domain/files/lake-keys.ts';
import type { SeenObject } from '../../../domain/lake/plan-compaction.ts';
import type { PointsSnapshot } from '../../../domain/lake/points-pointer.ts';
import { seenObjects } from './seen-objects.ts';
import type { CompactionServices } from './services.ts';

/** The time that a query may read a snapshot, limited by the maximum delay of an SQS message. */
export const maxReadingSeconds = 900;
/** Points come and go while others are copied; not that often. */
const maxTries = 20;
const copiedAtOnce = 16;
const dayMilliseconds = 24 * 60 * 60_000;

/** A generation that has been written. */
export interface WrittenGeneration {
  /** The snapshot from which the generation was begun. */
  before: PointsSnapshot;
  gen: number;
  /** The objects whose rows were written anew. */
  written: readonly SeenObject[];
  /** Whether the generation has no rows of the ingests that were left out. */
  isClean: boolean;
  /** Whether there is more to be written, for which the sweep sends. */
  isPart: boolean;
}

/**
 * Copies all other objects that readers see by now, and shows the generation in one step: only if nothing has changed since they were listed.
 * False when another run has been faster.
 */
export async function showGeneration(
  ownerId: string,
  { before, gen, written, isClean, isPart }: WrittenGeneration,
  services: CompactionServices,
): Promise<boolean> {
  const { points, lake, queue, clock } = services;
  const anew = new Set(written.map(({ key }) => key));
  const target = lakePointsPrefix(ownerId, gen);
  const copyOf = (key: string) => `${target}${key.slice(key.lastIndexOf('/') + 1)}`;
  const copied = new Set<string>();
  // Before it is shown, after which nothing would bring a worker that dies back to it.
  await queue.send({ step: 'remove', ownerId, gen: before.gen }, maxReadingSeconds);
  for (let tries = 0; tries < maxTries; tries++) {
    const now = await points.read(ownerId);
    if (now.gen !== before.gen) return false;
    const seen = new Map((await seenObjects(ownerId, now, services)).map((object) => [object.key, object]));
    const missing = [...seen.keys()].filter((key) => !anew.has(key) && !copied.has(key));
    await copyAll(missing, copyOf, lake);
    for (const key of missing) copied.add(key);
    const gone = [...copied].filter((key) => !seen.has(key));
    if (gone.length > 0) await lake.remove(gone.map(copyOf));
    for (const key of gone) copied.delete(key);

    // Rows that were written anew, and have been replaced or removed meanwhile.
    const lost = written.filter(({ key }) => !seen.has(key) && lakeNameIn(key).fileId !== undefined);
    const [replaced, users] = isClean
      ? [new Set(before.replaced), new Set(before.hiddenUsers)]
      : [new Set(), new Set()];
    const change = {
      gen,
      since: clock.now(),
      replaced: [
        ...new Set([...now.replaced.filter((id) => !replaced.has(id)), ...lost.flatMap((one) => one.ingestIds)]),
      ],
      hiddenUsers: now.hiddenUsers.filter((id) => !users.has(id)),
    };
    const isLeft = change.replaced.length + change.hiddenUsers.length > 0;
    const dayAhead = isLeft ? clock.now() + dayMilliseconds : undefined;
    if (await points.change(ownerId, now, change, isPart ? clock.now() : dayAhead)) return true;
  }
  throw new Error(`the points of ${ownerId} change too often to be compacted`);
}

async function copyAll(
  keys: readonly string[],
  copyOf: (key: string) => string,
  lake: CompactionServices['lake'],
): Promise<void> {
  for (let start = 0; start < keys.length; start += copiedAtOnce) {
    await Promise.all(keys.slice(start, start + copiedAtOnce).map((key) => lake.copy(key, copyOf(key))));
  }
}
