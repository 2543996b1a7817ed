import { lakeGenerations, lakeNameIn, lakePointsPrefix } from '../../../domain/files/lake-keys.ts';
import type { RemovalMessage } from './messages.ts';
import type { CompactionServices } from './services.ts';
import { maxReadingSeconds } from './show-generation.ts';

/** Removes a generation when no query can be reading it any longer. */
export async function removeGeneration(
  { ownerId, gen, hiddenAt }: RemovalMessage,
  services: Pick<CompactionServices, 'lake' | 'points' | 'objects' | 'queue' | 'clock'>,
): Promise<void> {
  const { points, queue, clock } = services;
  const snapshot = await points.read(ownerId);
  // It is published: publishing the next one failed, and the next attempt removes this one.
  if (snapshot.gen <= gen) return;
  // The next message carries it: a newer generation, shown by then, would make this one wait anew each time.
  const since = hiddenAt ?? snapshot.since;
  const readSeconds = Math.ceil((since - clock.now()) / 1000) + maxReadingSeconds;
  if (readSeconds <= 0) return removeFiles(ownerId, gen, services);
  await queue.send({ step: 'remove', ownerId, gen, hiddenAt: since }, Math.min(readSeconds, maxReadingSeconds));
}

/** Removes the objects of a generation, and what is known of those that are in no other. */
export async function removeFiles(
  ownerId: string,
  gen: number,
  { lake, objects }: Pick<CompactionServices, 'lake' | 'objects'>,
): Promise<void> {
  const keys: string[] = [];
  for await (const key of lake.list(lakePointsPrefix(ownerId, gen))) keys.push(key);
  if (keys.length === 0) return;
  await lake.remove(keys);
  const compacted = new Set(keys.map(lakeNameIn).flatMap(({ fileId, id }) => (fileId === undefined ? [id] : [])));
  for await (const key of lake.list(lakeGenerations(ownerId))) compacted.delete(lakeNameIn(key).id);
  await objects.remove(ownerId, [...compacted]);
}
