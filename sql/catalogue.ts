import type { SqlType } from './types/sql-type.ts';

/** A conversion of numbers between units: multiplied by a factor, and rounded. */
export interface Conversion {
  times: number;
  /** Decimals to round to. */
  decimals: number;
}

/** Columns with the bounding box of a geography, in degrees. */
export interface BoxColumns {
  west: string;
  south: string;
  east: string;
  north: string;
}

export interface CatalogueColumn {
  name: string;
  type: SqlType;
  /**
   * How the value is stored: in a column of the same type, for GEOGRAPHY one of WKB, with the bounding box of each
   * geography if there is one; or, for points, in two columns of degrees, which are read and compared without creating
   * a geometry. Numbers may be stored in another unit. `beside` is a column with the same values in other units, which
   * another table of the same files shows.
   */
  stored:
    | { column: string; box?: BoxColumns; as?: Conversion; beside?: string }
    | { longitude: string; latitude: string };
  /** Documentation of the column. */
  description?: string;
  /** Other words in lower case that people look for, to be led to the column. */
  also?: readonly string[];
  /** The unit of its numbers, if all have the same; for documentation. */
  unit?: string;
}

/** Milliseconds since 1970, both ends included; an end that is absent is open. */
export interface InstantRange {
  start?: number | undefined;
  end?: number | undefined;
}

export interface CatalogueTable {
  name: string;
  /** Documentation of the table: the meaning of a row, and when rows come and go. */
  description?: string;
  /** The engine's name of the table in parts: schema and table. */
  stored: readonly string[];
  /**
   * Columns with exactly these values in every row that is read: the owner, a generation, a file. Not visible to
   * queries.
   */
  only: Readonly<Record<string, string>>;
  /**
   * Columns that have none of these values in any row that is read: excluded rows, for engines that do not choose their
   * files.
   */
  except?: Readonly<Record<string, readonly string[]>>;
  /** Stored columns that have no value in any row that is read. Not visible to queries. */
  without?: readonly string[];
  /** Columns that have one of these values in every row that is read. */
  among?: Readonly<Record<string, readonly string[]>>;
  /**
   * Only files whose names contain a smaller revision, or none, are read: for engines that list files after the
   * snapshot of a query was taken.
   */
  revision?: number;
  /** A stored column of instants; only rows within the range are read. */
  within?: InstantRange & { column: string };
  columns: readonly CatalogueColumn[];
  /**
   * Columns with an array of keys and the location of each row: a query for the rows of one key then reads only within
   * the bounding box of that key.
   */
  locatedBy?: { keys: string; geometry: string };
}

/** The tables that a query may name. Names are compared ignoring case. */
export interface Catalogue {
  /** @param path the parts of the name as written. */
  table(path: readonly string[]): CatalogueTable | undefined;
  /** Names to suggest in place of an unknown name. */
  names: readonly string[];
}

/** A catalogue of tables with names of one part. */
export function catalogueOf(tables: readonly CatalogueTable[]): Catalogue {
  const byName = new Map(tables.map((table) => [table.name.toLowerCase(), table]));
  return {
    table: (path) => (path.length === 1 ? byName.get(path[0]?.toLowerCase() ?? '') : undefined),
    names: tables.map(({ name }) => name),
  };
}

/**
 * An expression for a number in another unit, in the SQL of every engine; a literal with an exponent is a double.
 *
 * @param value an expression of SQL.
 * @example converted('"speed"', { times: 3.6, decimals: 2 }) // round("speed" * 3.6e+0, 2)
 */
export function converted(value: string, { times, decimals }: Conversion): string {
  return times === 1 ? value : `round(${value} * ${times.toExponential()}, ${decimals})`;
}
