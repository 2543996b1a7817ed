import { type Asset, type AssetKind, descriptionOf, type SeenAsset } from '../../../domain/assets/asset.ts';
import { type AssetEventType, assetEvent } from '../../../domain/assets/asset-events.ts';
import { matchAtProvider } from '../../../domain/assets/matched-assets.ts';
import { asNamedInFile } from '../../../domain/assets/provided-assets.ts';
import { filledIn, type NamedAsset, namedAssets, seenAssets } from '../../../domain/assets/seen-assets.ts';
import { timestamp } from '../../../domain/clock.ts';
import { isUserNotFound } from '../../../domain/errors.ts';
import type { ProcessedFile } from '../../../domain/machine-files/machine-file-engine.ts';
import type { UserSubject } from '../../../domain/work/work-stores.ts';
import type { ProcessingServices } from './services.ts';

const createdType = {
  machine: 'machineCreated',
  implement: 'implementCreated',
  operator: 'operatorCreated',
} as const satisfies Record<AssetKind, AssetEventType>;

const updatedType = {
  machine: 'machineUpdated',
  implement: 'implementUpdated',
  operator: 'operatorUpdated',
} as const satisfies Record<AssetKind, AssetEventType>;

/** Stores the machines, implements and operators that a file names, and returns them. Those of a deleted user are not stored. */
export async function recordAssets(
  { ownerId, svcUserId }: UserSubject,
  { summary, operators = [] }: Pick<ProcessedFile, 'summary' | 'operators'>,
  { assets, clock, derivedId, newId }: ProcessingServices,
): Promise<SeenAsset[]> {
  const named = namedAssets(summary?.properties.machinery ?? [], operators);
  const stored: Asset[] = [];
  for (const kind of new Set(named.map((one) => one.kind))) {
    for await (const asset of assets.each(ownerId, svcUserId, kind)) stored.push(asset);
  }
  const pooled = stored.filter(({ originType }) => originType === 'FILE_POOLED');
  const ofProviders = new Map(named.map((one) => [one, matchAtProvider(one, stored)]));
  const others = named.filter((one) => ofProviders.get(one) === undefined);
  const seen = seenAssets(svcUserId, others, pooled, derivedId);
  const now = clock.now();
  const at = timestamp(now);
  try {
    for (const asset of seen) await keep(asset);
    for (const [one, asset] of ofProviders) if (asset) seen.push(await nameInFile(one, asset));
  } catch (error) {
    if (!isUserNotFound(error)) throw error;
  }
  return seen;

  /** Notes at a provider's machine or implement that a file names it. */
  async function nameInFile(one: NamedAsset, asset: Asset): Promise<SeenAsset> {
    const after = await assets.change(
      ownerId,
      asset,
      (before) => (before.originType === 'PROVIDER_POOLED' ? asNamedInFile(before, one, at) : before),
      (changed) => assetEvent(updatedType[changed.kind], newId(), ownerId, changed, now),
    );
    const { id, kind } = asset;
    return { id, kind, ...descriptionOf(after ?? asset) };
  }

  async function keep(asset: SeenAsset): Promise<void> {
    const known = pooled.find(({ id }) => id === asset.id);
    const kept = { ...asset, svcUserId, originType: 'FILE_POOLED' as const, createdTime: at, updatedTime: at };
    const created = assetEvent(createdType[asset.kind], derivedId(asset.id, 'created'), ownerId, kept, now);
    // Another worker may find the asset in another file at the same time.
    const isNew = known === undefined && (await assets.add(ownerId, kept, created));
    if (isNew || (known && filledIn(known, asset, at) === known)) return;
    await assets.change(
      ownerId,
      kept,
      (before) => filledIn(before, asset, at),
      (after) => assetEvent(updatedType[after.kind], newId(), ownerId, after, now),
    );
  }
}
