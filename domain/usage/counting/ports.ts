import type { Day } from '../../weather/days.ts';
import type { Leases, WorkList } from '../../work/work-stores.ts';
import type { ContractProduct } from '../contract.ts';
import type { SeriesChange, Tile } from './count-tile.ts';
import type { Piece } from './series.ts';
import type { ChangedSource, Counted } from './source.ts';

/** Changed facts and fields, and the lease of the worker that counts them: one owner is counted by one worker at a time. */
export interface CountingWork {
  list: WorkList<string, ChangedSource>;
  leases: Leases<string>;
}

/** Reads what is counted. */
export interface SourceReader {
  /** Undefined for what is not there, or counts nowhere. */
  read(ownerId: string, source: string): Promise<Counted | undefined>;
  /** Those of the users that exist. */
  existing(ownerId: string, svcUserIds: string[]): Promise<ReadonlySet<string>>;
}

/** Where counted work lies. */
export interface CountedPlace {
  source: string;
  tiles: string[];
  /** Tells its shape, day and products apart from others. */
  content: string;
}

/** Stores tiles, the pieces in them, and sums. */
export interface TileStore {
  places(ownerId: string, sources: readonly string[]): Promise<Map<string, CountedPlace>>;
  putPlace(ownerId: string, place: CountedPlace): Promise<void>;
  removePlace(ownerId: string, source: string): Promise<void>;
  putPiece(ownerId: string, tile: string, piece: Piece): Promise<void>;
  removePiece(ownerId: string, tile: string, source: string): Promise<void>;
  pieces(ownerId: string, tile: string): Promise<Piece[]>;
  series(ownerId: string, tile: string): Promise<Tile['before']>;
  /**
   * Writes series of a tile together with the sums of their days. A series is written over the state that it was made from.
   *
   * @throws Error if another worker has changed one meanwhile.
   */
  apply(ownerId: string, tile: string, changes: readonly SeriesChange[]): Promise<void>;
}

/** The first day of each product's use. */
export interface FirstDays {
  get(ownerId: string): Promise<Map<ContractProduct, Day>>;
  /** Records a first day, unless there is an earlier one. */
  add(ownerId: string, product: ContractProduct, day: Day): Promise<void>;
  /** Records that a product was used in the term that begins on a day. */
  addTerm(ownerId: string, product: ContractProduct, start: Day): Promise<void>;
}
