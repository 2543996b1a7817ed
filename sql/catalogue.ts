import type { SqlType } from './types/sql-type.ts';

/** Numbers of one unit become those of another: times a factor, and rounded. */
export interface Conversion {
  times: number;
  /** Digits behind the point. */
  decimals: number;
}

/** Columns with the degrees of a box, in which all of a geography is. Files that were written before there were any lack them. */
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
   * Where the value is stored: a column of the same type, for GEOGRAPHY one of WKB, with the box of each geography if there is one; or, for
   * points, two columns of degrees, which are read and compared without a geometry being made. Numbers may be stored in another unit. `beside` is a
   * column with the same in other units, which another table of the same files shows.
   */
  stored:
    | { column: string; box?: BoxColumns; as?: Conversion; beside?: string }
    | { longitude: string; latitude: string };
  /** For people: what it is. */
  description?: string;
  /** For people: of its numbers, if they all have the same. */
  unit?: string;
}

/** Milliseconds since 1970, both ends included; an end that is absent is open. */
export interface InstantRange {
  start?: number | undefined;
  end?: number | undefined;
}

export interface CatalogueTable {
  name: string;
  /** For people: what a row is, and when it comes and goes. */
  description?: string;
  /** The engine's name in its parts: schema and table. */
  stored: readonly string[];
  /** Columns that hold exactly these values in every row that is read: the owner, a generation, a file. They are no columns for queries. */
  only: Readonly<Record<string, string>>;
  /** Columns that hold none of these values in any row that is read: what is hidden, for engines that do not choose their files. */
  except?: Readonly<Record<string, readonly string[]>>;
  /** Columns that hold one of these values in every row that is read. */
  among?: Readonly<Record<string, readonly string[]>>;
  /** Files are read whose names bear a smaller number, or none: for engines that list them long after it is settled what a query sees. */
  revision?: number;
  /** A stored column of instants, outside of which no row is read. */
  within?: InstantRange & { column: string };
  columns: readonly CatalogueColumn[];
  /** Whether all files of the table have all columns, so that one of them tells of the others. */
  isUniform?: true;
  /** Columns with an array of keys and the place of each row: a query for the rows of one key then reads only in the box of that key. */
  locatedBy?: { keys: string; geometry: string };
}

/** The tables that a query may name. Names are compared without regard to case. */
export interface Catalogue {
  /** @param path the parts of the name as written. */
  table(path: readonly string[]): CatalogueTable | undefined;
  /** What to suggest for a name that does not exist. */
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
 * A number in another unit, as SQL of every engine; a number with an exponent is a double.
 *
 * @param value an expression of SQL.
 * @example converted('"speed"', { times: 3.6, decimals: 2 }) // round("speed" * 3.6e+0, 2)
 */
export function converted(value: string, { times, decimals }: Conversion): string {
  return times === 1 ? value : `round(${value} * ${times.toExponential()}, ${decimals})`;
}
