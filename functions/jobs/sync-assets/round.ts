import type { Asset } from '../../../domain/assets/asset.ts';
import { type AssetEventType, assetEvent } from '../../../domain/assets/asset-events.ts';
import type { AssetsMessage } from './messages.ts';
import type { AssetsSyncServices } from './services.ts';

/** One list that is taken over. */
export interface AssetsRound extends AssetsMessage {
  /** The time that all changes carry. */
  at: string;
  /** Assets of the kind, of all origins, as they were before the list was read. */
  stored: readonly Asset[];
  /** Those of the provider, by their ids there. */
  own: ReadonlyMap<string, Asset>;
}

const eventTypes = {
  machine: { created: 'machineCreated', updated: 'machineUpdated' },
  implement: { created: 'implementCreated', updated: 'implementUpdated' },
  operator: { created: 'operatorCreated', updated: 'operatorUpdated' },
} as const satisfies Record<Asset['kind'], Record<'created' | 'updated', AssetEventType>>;

/** The event of a new or changed asset. */
export function eventOf(
  change: 'created' | 'updated',
  { ownerId }: Pick<AssetsRound, 'ownerId'>,
  asset: Asset,
  { clock, newId }: Pick<AssetsSyncServices, 'clock' | 'newId'>,
) {
  return assetEvent(eventTypes[asset.kind][change], newId(), ownerId, asset, clock.now());
}
