import { createReadStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { lakeCompactedKey, lakeNameIn, lakePointsPrefix } from '../../domain/files/object-keys.ts';
import { planCompaction, type SeenObject } from '../../domain/lake/plan-compaction.ts';
import type { PointsMoment } from '../../domain/lake/points-pointer.ts';
import { removeFiles } from './remove-generation.ts';
import { seenObjects } from './seen-objects.ts';
import type { CompactionServices } from './services.ts';
import { showGeneration } from './show-generation.ts';

/**
 * Writes an owner's points as another generation, in which small objects are one and rows that nobody sees are gone, and shows it in one
 * step. Until then readers see the one before, which is removed when no query can read it any more. A run that is broken off leaves objects
 * that nobody sees, and the next run removes them.
 */
export async function compactPoints(ownerId: string, services: CompactionServices): Promise<void> {
  const { points, queue, clock } = services;
  const before = await points.read(ownerId);
  const objects = await seenObjects(ownerId, before, services);
  const plan = planCompaction(objects, before);
  if (plan.batches.length === 0) {
    // Nothing is left of what was hidden, apart from objects that have still to be forgotten on their own.
    const alone = new Set<string>();
    for await (const key of services.lake.list(lakePointsPrefix(ownerId, before.gen))) alone.add(lakeNameIn(key).id);
    const replaced = before.replaced.filter((id) => alone.has(id));
    await points.change(ownerId, before, { ...before, replaced, hiddenUsers: [] }, undefined);
    return;
  }
  const gen = await points.claim(ownerId);
  await removeAbandoned(ownerId, before.gen, gen, services);
  const { path: folder, remove } = await services.temporaryFolder();
  try {
    for (const [number, batch] of plan.batches.entries()) {
      await writeBatch(ownerId, gen, batch, before, join(folder, String(number)), services);
    }
  } finally {
    await remove();
  }
  const written = plan.batches.flat();
  const isShown = await showGeneration(ownerId, { before, gen, written, isClean: plan.isClean }, services);
  if (isShown && plan.isPart) await queue.send({ step: 'compact', ownerId });
  else if (isShown) console.info({ ownerId, gen, objects: written.length, as: plan.batches.length, at: clock.now() });
}

async function writeBatch(
  ownerId: string,
  gen: number,
  batch: readonly SeenObject[],
  { replaced, hiddenUsers }: PointsMoment,
  folder: string,
  { lake, objects, compactor, newId }: CompactionServices,
): Promise<void> {
  const paths: string[] = [];
  await mkdir(folder, { recursive: true });
  try {
    for (const [number, { key }] of batch.entries()) {
      const path = join(folder, `${number}.parquet`);
      // What was removed meanwhile nobody sees.
      if (await lake.download(key, path)) paths.push(path);
    }
    if (paths.length === 0) return;
    const made = await compactor.compact(paths, { ingestIds: replaced, svcUserIds: hiddenUsers }, folder);
    if (!made) return;
    const objectId = newId();
    const { path, ...what } = made;
    await objects.put(ownerId, objectId, what);
    const content = createReadStream(path);
    await lake.putStream(lakeCompactedKey(ownerId, gen, objectId), content, 'application/vnd.apache.parquet');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
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
