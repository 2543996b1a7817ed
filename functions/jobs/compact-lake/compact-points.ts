import { lakeCompactedKey, lakeIngestsPrefix, lakeNameIn, lakePointsPrefix } from '../../../domain/files/lake-keys.ts';
import { planCompaction, type SeenObject } from '../../../domain/lake/plan-compaction.ts';
import type { PointsSnapshot } from '../../../domain/lake/points-pointer.ts';
import { removeFiles } from './remove-generation.ts';
import { seenObjects } from './seen-objects.ts';
import type { CompactionServices } from './services.ts';
import { showGeneration } from './show-generation.ts';

/**
 * Writes an owner's points as another generation, in which small objects are one and rows that no snapshot shows are gone, and shows it in one
 * step. Until then readers see the one before, which is removed when no query can read it any more. A run that is broken off leaves objects
 * that are not published, and the next run removes them.
 */
export async function compactPoints(ownerId: string, services: CompactionServices): Promise<void> {
  const { points, clock } = services;
  const before = await points.read(ownerId);
  const objects = await seenObjects(ownerId, before, services);
  await removePublished(ownerId, new Set(objects.flatMap(({ ingestIds }) => ingestIds)), services);
  const plan = planCompaction(objects, before);
  if (plan.batches.length === 0) {
    // Nothing is left of what was hidden, apart from objects that have still to be forgotten on their own.
    const alone = new Set<string>();
    for await (const key of services.lake.list(lakePointsPrefix(ownerId, before.gen))) alone.add(lakeNameIn(key).id);
    const replaced = before.replaced.filter((id) => alone.has(id));
    await points.change(ownerId, before, { ...before, replaced, hiddenUsers: [] }, undefined);
    return;
  }
  const gen = await points.claim(ownerId, before.gen);
  // Another run was faster, and its generation has the number that would be removed as abandoned.
  if (gen === undefined) return;
  await removeAbandoned(ownerId, before.gen, gen, services);
  for (const batch of plan.batches) await writeBatch(ownerId, gen, batch, before, services);
  const written = plan.batches.flat();
  const { isClean, isPart } = plan;
  const isShown = await showGeneration(ownerId, { before, gen, written, isClean, isPart }, services);
  if (isShown)
    console.info({ ownerId, gen, objects: written.length, as: plan.batches.length, isPart, at: clock.now() });
}

/** A worker that dies after publishing an ingest leaves the staged one. */
async function removePublished(
  ownerId: string,
  published: ReadonlySet<string>,
  { lake }: Pick<CompactionServices, 'lake'>,
): Promise<void> {
  const keys: string[] = [];
  for await (const key of lake.list(lakeIngestsPrefix(ownerId))) {
    if (published.has(lakeNameIn(key).id)) keys.push(key);
  }
  await lake.remove(keys);
}

async function writeBatch(
  ownerId: string,
  gen: number,
  batch: readonly SeenObject[],
  { replaced, hiddenUsers }: PointsSnapshot,
  { lake, objects, compactor, newId }: CompactionServices,
): Promise<void> {
  const sources = batch.map(({ key }) => ({ download: (path: string) => lake.download(key, path) }));
  await compactor.compact(sources, { ingestIds: replaced, svcUserIds: hiddenUsers }, async (made, content) => {
    const objectId = newId();
    await objects.put(ownerId, objectId, made);
    await lake.putStream(lakeCompactedKey(ownerId, gen, objectId), content, 'application/vnd.apache.parquet');
  });
}

/** Generations between the one that is seen and a claimed one are of runs that were broken off, and cannot be shown any more. */
async function removeAbandoned(
  ownerId: string,
  seen: number,
  claimed: number,
  services: Pick<CompactionServices, 'lake' | 'objects'>,
): Promise<void> {
  for (let gen = seen + 1; gen < claimed; gen++) await removeFiles(ownerId, gen, services);
}
