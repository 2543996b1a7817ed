import type { MultiPolygon } from '../../geometry/multi-polygon.ts';
import type { PlanetAssetType } from './asset-types.ts';

/** A scene of Planet that may be ordered. */
export interface PlanetScene {
  id: string;
  /** When it was seen, ISO 8601 with milliseconds and Z. */
  date: string;
  /** When Planet's catalogue had it, written alike. */
  published: string;
  /** Where it has data. */
  footprint: MultiPolygon;
  /** Of the whole scene, 0 to 100. */
  cloudPercent?: number;
  /** Asset types, of those that were asked for, that it has and the key may download. */
  assets: PlanetAssetType[];
}

export interface PlanetSearch {
  geometry: MultiPolygon;
  /** The first moment at which scenes were seen, ISO 8601 with Z. */
  from: string;
  /** Scenes that were published before this moment are left out. */
  publishedAfter?: string;
  /** Scenes come that have one of these at least. */
  assetTypes: readonly PlanetAssetType[];
}

export interface PlanetOrder {
  /** The order's own; no two orders of an account that are wanted have the same. */
  name: string;
  sceneId: string;
  /** Those that the scene has. */
  assetTypes: readonly PlanetAssetType[];
  clip: MultiPolygon;
}

/** A file that was delivered, whose address is signed and needs no key. */
export interface PlanetFile {
  assetType: PlanetAssetType;
  name: string;
  href: string;
  expiresAt: string;
}

/** What has become of an order. A failed one costs nothing; the reason may be shown to the owner. */
export type OrderState =
  | { state: 'running' }
  | { state: 'failed'; reason: string }
  | { state: 'delivered'; files: PlanetFile[] };

/**
 * Planet's catalogue and orders, each call with the API key of an owner.
 *
 * Each throws ProviderProblem: `refused` where the key is not taken, `forbidden` where it may not do this or its quota is used up, `rateLimited` and
 * `unreachable` where waiting helps. Messages may be shown to the owner, and never have the key.
 */
export interface PlanetService {
  /** Asks for nothing that costs. */
  check(apiKey: string): Promise<void>;
  /** Scenes in the order of their publication, oldest first, so that a search that broke off can go on at the last one. */
  search(apiKey: string, asked: PlanetSearch): AsyncIterable<PlanetScene>;
  /** The id of the order with this name; makes it where there is none. */
  order(apiKey: string, asked: PlanetOrder): Promise<string>;
  state(apiKey: string, orderId: string): Promise<OrderState>;
  /** Only orders that wait can be cancelled; one that is under way or over is left. */
  cancel(apiKey: string, orderId: string): Promise<void>;
}
