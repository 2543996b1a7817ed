import type { Asset } from '../../../domain/assets/asset.ts';
import { matchInFiles } from '../../../domain/assets/matched-assets.ts';
import { asProvided } from '../../../domain/assets/provided-assets.ts';
import type { ProvidedAsset } from '../../../domain/sync/asset-provider.ts';
import { type AssetsRound, eventOf } from './round.ts';
import type { AssetsSyncServices } from './services.ts';

/** Takes over an asset: into the record that it has, into one from files with its number, or into a new one. */
export async function takeOver(
  round: AssetsRound,
  provided: ProvidedAsset,
  services: AssetsSyncServices,
): Promise<void> {
  const { ownerId, svcUserId, provider, kind, at, stored, own } = round;
  const { assets, derivedId } = services;
  const before = own.get(provided.id) ?? matchInFiles({ ...provided, kind }, stored);
  if (before) {
    if (asProvided(before, round, provided, at) === before) return;
    // The record may have become that of another asset of the list meanwhile.
    const isStill = (asset: Asset) => asset.originType === 'FILE_POOLED' || asset.providerId === provided.id;
    const after = await assets.change(
      ownerId,
      before,
      (asset) => (isStill(asset) ? asProvided(asset, round, provided, at) : asset),
      (asset, { updatedTime }) =>
        asset.updatedTime === updatedTime ? undefined : eventOf('updated', round, asset, services),
    );
    if (after && isStill(after)) return;
  }
  const id = derivedId(svcUserId, provider, kind, provided.id);
  const described = { id, kind, svcUserId, name: provided.name, createdTime: at, updatedTime: at };
  const asset = asProvided({ ...described, originType: 'PROVIDER_POOLED' }, round, provided, at);
  // Another worker may read the same list.
  await assets.add(ownerId, asset, eventOf('created', round, asset, services));
}
