import { type SeenAsset, seenAssets } from '../../../domain/assets/asset.ts';
import { machineCreated } from '../../../domain/assets/asset-events.ts';
import { timestamp } from '../../../domain/clock.ts';
import { isUserNotFound } from '../../../domain/errors.ts';
import type { ProcessedFile } from '../../../domain/machine-files/machine-file-engine.ts';
import type { UserSubject } from '../../../domain/work/work-stores.ts';
import type { ProcessingServices } from './services.ts';

/** Stores the machines, implements and operators that a file names, and returns them. Those of a deleted user are not stored. */
export async function recordAssets(
  { ownerId, svcUserId }: UserSubject,
  { summary, operators = [] }: Pick<ProcessedFile, 'summary' | 'operators'>,
  { assets, clock, derivedId }: ProcessingServices,
): Promise<SeenAsset[]> {
  const seen = seenAssets(svcUserId, summary?.properties.machinery ?? [], operators, derivedId);
  const now = clock.now();
  const at = timestamp(now);
  try {
    for (const asset of seen) await add(asset);
  } catch (error) {
    if (!isUserNotFound(error)) throw error;
  }
  return seen;

  function add(asset: SeenAsset): Promise<void> {
    const kept = { ...asset, svcUserId, originType: 'FILE_POOLED' as const, createdTime: at, updatedTime: at };
    const ids = { id: derivedId(asset.id, 'created'), ownerId, svcUserId, machineId: asset.id };
    return assets.add(ownerId, kept, asset.kind === 'machine' ? machineCreated(ids, now) : undefined);
  }
}
