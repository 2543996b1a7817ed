import type { FarmEvent } from '../events/event.ts';
import type { Asset, AssetKind } from './asset.ts';

/** Where machines, implements and operators are kept. */
export interface AssetStore {
  /** All of a kind that a user has. */
  each(ownerId: string, svcUserId: string, kind: AssetKind): AsyncIterable<Asset>;
  /**
   * Keeps an asset that was not known before, with its event; one that is known stays as it is. Throws `notFound` when its user has been
   * deleted.
   */
  add(ownerId: string, asset: Asset, event?: FarmEvent): Promise<void>;
}
