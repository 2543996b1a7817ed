import type { MultiPolygon } from '../../geometry/multi-polygon.ts';
import type { PlanetAssetType } from './asset-types.ts';

/** A scene of Planet that may be ordered. */
export interface PlanetScene {
  id: string;
  /** When it was acquired, ISO 8601 with milliseconds and Z. */
  date: string;
  /** When Planet published it, as `date` is written. */
  published: string;
  /** The ground for which it has data. */
  footprint: MultiPolygon;
  /** The cloud cover of the whole scene, 0 to 100. */
  cloudPercent?: number;
  /** Asset types, of those that were asked for, that it has and the key may download. */
  assets: PlanetAssetType[];
  /** Whether no further asset that was asked for can appear: each is there, or is there and the key may not download it. */
  isComplete: boolean;
}

export interface PlanetSearch {
  geometry: MultiPolygon;
  /** The first moment at which scenes were seen, ISO 8601 with Z. */
  from: string;
  /** Scenes that were published before this moment are left out. */
  publishedAfter?: string;
  /** Finds scenes that have at least one of these. */
  assetTypes: readonly PlanetAssetType[];
}

export interface PlanetOrder {
  /** Identifies the order: no two orders of an account that are wanted have the same name. */
  name: string;
  sceneId: string;
  /** Asset types that the scene has. */
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

/** The state of an order. A failed order costs nothing; its reason may be shown to the owner. */
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
  /** Tests a key by a request that costs nothing. */
  check(apiKey: string): Promise<void>;
  /** Scenes in the order of their publication, oldest first, so that a search that broke off can go on at the last one. */
  search(apiKey: string, asked: PlanetSearch): AsyncIterable<PlanetScene>;
  /** The id of the order with this name; makes it where there is none. */
  order(apiKey: string, asked: PlanetOrder): Promise<string>;
  state(apiKey: string, orderId: string): Promise<OrderState>;
  /** Only orders that wait can be cancelled; one that is under way or over is left. */
  cancel(apiKey: string, orderId: string): Promise<void>;
}
