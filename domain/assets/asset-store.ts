import type { FarmEvent } from '../events/event.ts';
import type { Asset, AssetKind } from './asset.ts';

/** Stores machines, implements and operators. */
export interface AssetStore {
  /** All assets of one kind of a user. */
  each(ownerId: string, svcUserId: string, kind: AssetKind): AsyncIterable<Asset>;
  /** Adds an asset with its event; no effect if the asset exists. Throws `notFound` when its user has been deleted. */
  add(ownerId: string, asset: Asset, event?: FarmEvent): Promise<void>;
}
