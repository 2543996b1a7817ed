import type { Catalogue } from '../../sql/catalogue.ts';
import type { CompiledQuery, PrintOptions } from '../../sql/compile-query.ts';
import type { ObjectVersion } from '../files/object-store.ts';
import type { Bounds } from '../geometry/multi-polygon.ts';
import type { LakeMoments } from './lake-catalogue.ts';

/**
 * A row as the text of a JSON object by the names of the result's columns, without line breaks: a row is written once, by the engine, and
 * passed on without a value of it being read.
 */
export type RowText = string;

/** A query's rows as one GeoParquet file. */
export interface ExportedFile {
  rows: number;
  bytes: number;
  /** The file, piece by piece. */
  content: AsyncIterable<Uint8Array>;
}

/** A query with what it reads of the lake, where that was looked up before it was narrowed to places. */
export interface LakeQuery extends CompiledQuery {
  seen?: SeenFiles;
  /** The query before that, for any other files: those may have points elsewhere. */
  unnarrowed?: CompiledQuery;
}

/**
 * Runs compiled queries over the data of one owner alone. A query ends as soon as its signal is aborted, and fails with the
 * signal's reason: its caller decides how long it may take, and why it is stopped.
 */
export interface QueryEngine {
  /** Which SQL it takes. */
  readonly dialect: PrintOptions['engine'];
  /** The tables as the engine knows them now: what a query that is to run next has to be compiled with. */
  present(ownerId: string, catalogue: Catalogue): Promise<Catalogue>;
  /** Where the points of fields lie, for an engine whose queries are narrowed to them. */
  readonly fieldBoxes?: FieldBoxes;
  /** The files that a query of these tables reads, given to it as `seen`; absent where `present` has settled what a query sees. */
  see?(ownerId: string, tables: readonly string[]): Promise<SeenFiles>;
  /**
   * The rows as they come, in pieces and never all of them in memory. The query is cancelled when the consumer stops reading.
   *
   * @throws Problem for what the data makes of the query: a division by zero, a value that cannot be cast, too much memory.
   */
  rows(ownerId: string, query: LakeQuery, signal: AbortSignal): AsyncIterable<readonly RowText[]>;
  /**
   * Makes one file of the rows, which is there until `keep` has ended; undefined, without a call of `keep`, when there are no rows.
   *
   * @throws Problem for the same, for a query without a geography, and for a file of more than so many bytes.
   */
  exported<T>(
    ownerId: string,
    query: LakeQuery,
    limits: { bytes: number; signal: AbortSignal },
    keep: (file: ExportedFile) => Promise<T>,
  ): Promise<T | undefined>;
}

/** Files of the lake by the tables whose rows they hold. */
export type TableFiles = ReadonlyMap<string, readonly ObjectVersion[]>;

/** Points in these files that readers do not see: those of ingests that were replaced, and of users who were deleted. */
export interface LeftOut {
  ingestIds: readonly string[];
  svcUserIds: readonly string[];
}

/** What a query reads: files, and what in them it does not see. */
export interface SeenFiles {
  tables: TableFiles;
  leftOut: LeftOut;
}

/** Which files of the lake an owner's queries read. */
export interface LakeDirectory {
  /** The files of some tables that readers see, each table at one moment. */
  files(ownerId: string, tables: readonly string[]): Promise<SeenFiles>;
}

/** When tables of an owner changed. */
export interface TableTimes {
  /** The last time that rows of each table changed, by its name; without those that never had any. */
  changed(ownerId: string): Promise<ReadonlyMap<string, string>>;
}

/** What of the lake an owner's queries see. */
export interface LakePointers {
  momentsOf(ownerId: string): Promise<LakeMoments>;
}

/** Where the points of fields lie. */
export interface FieldBoxes {
  /**
   * A box around all points of each field that readers have seen so far, for those fields of which it is known. Points are in their box
   * before they are shown: a reader that looks at the lake first and asks afterwards misses none.
   */
  of(ownerId: string, fieldIds: readonly string[]): Promise<ReadonlyMap<string, Bounds>>;
}
