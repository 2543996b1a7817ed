import type { Catalogue } from '../../sql/catalogue.ts';
import type { CompiledQuery, PrintOptions } from '../../sql/compile-query.ts';
import type { ObjectVersion } from '../files/object-store.ts';
import type { Bounds } from '../geometry/multi-polygon.ts';
import type { LakeSnapshots } from './lake-catalogue.ts';

/**
 * A row as the text of a JSON object by column name, without line breaks: the engine writes it once, and no other code
 * parses it.
 */
export type RowText = string;

/** A query's rows as one GeoParquet file. */
export interface ExportedFile {
  rows: number;
  bytes: number;
  /** The content of the file as a stream. */
  content: AsyncIterable<Uint8Array>;
}

/** A compiled query, with the files that it reads if they were listed before it was narrowed to locations. */
export interface LakeQuery extends CompiledQuery {
  seen?: SeenFiles;
  /** The query before it was narrowed, for files that were listed later: they may have points elsewhere. */
  unnarrowed?: CompiledQuery;
}

/**
 * Runs compiled queries over the data of one owner. A query is cancelled when its signal is aborted, and fails with the
 * signal's reason; the caller decides on timeouts.
 */
export interface QueryEngine {
  /** The SQL dialect of the engine. */
  readonly dialect: PrintOptions['engine'];
  /** The current tables of the engine, with which the next query has to be compiled. */
  present(ownerId: string, catalogue: Catalogue): Promise<Catalogue>;
  /** Bounding boxes of fields, for an engine whose queries are narrowed to them. */
  readonly fieldBoxes?: FieldBoxes;
  /**
   * Lists the files that a query of these tables reads, to be passed as `seen`; absent if `present` has determined the
   * snapshot.
   */
  see?(ownerId: string, tables: readonly string[]): Promise<SeenFiles>;
  /**
   * Streams the rows in batches; never holds all of them in memory. The query is cancelled when the consumer stops
   * reading.
   *
   * @throws Problem for an error that depends on the data: a division by zero, a value that cannot be cast, too much
   * memory.
   */
  rows(ownerId: string, query: LakeQuery, signal: AbortSignal): AsyncIterable<readonly RowText[]>;
  /**
   * Makes one file of the rows, which exists until `keep` has ended; undefined, without calling `keep`, if there are no
   * rows.
   *
   * @throws Problem for a division by zero, a value that cannot be cast, too much memory, a query without a geography,
   * and a file above the maximum size.
   */
  exported<T>(
    ownerId: string,
    query: LakeQuery,
    limits: { bytes: number; signal: AbortSignal },
    keep: (file: ExportedFile) => Promise<T>,
  ): Promise<T | undefined>;
}

/** Files of the lake by table. */
export type TableFiles = ReadonlyMap<string, readonly ObjectVersion[]>;

/** Points in the files that a snapshot excludes: those of replaced ingests, and of deleted users. */
export interface LeftOut {
  ingestIds: readonly string[];
  svcUserIds: readonly string[];
}

/** The files that a query reads, and the rows in them that it excludes. */
export interface SeenFiles {
  tables: TableFiles;
  leftOut: LeftOut;
}

/** Lists the files of the lake that an owner's queries read. */
export interface LakeDirectory {
  /** The published files of some tables; each table in one snapshot. */
  files(ownerId: string, tables: readonly string[]): Promise<SeenFiles>;
}

/** Reads when tables of an owner changed. */
export interface TableTimes {
  /** The last time that rows of each table changed, by table name; tables that never had rows are left out. */
  changed(ownerId: string): Promise<ReadonlyMap<string, string>>;
}

/** Reads the snapshots of an owner's tables. */
export interface LakePointers {
  snapshotsOf(ownerId: string): Promise<LakeSnapshots>;
}

/** Reads bounding boxes of the points of fields. */
export interface FieldBoxes {
  /**
   * The bounding boxes of all points of fields, where known. Boxes are extended before points are published: a query
   * that lists the files first and reads the boxes afterwards misses no point.
   */
  of(ownerId: string, fieldIds: readonly string[]): Promise<ReadonlyMap<string, Bounds>>;
}
