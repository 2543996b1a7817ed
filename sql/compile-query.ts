import type { Catalogue, CatalogueTable } from './catalogue.ts';
import { Fault, invalidQuery } from './fault.ts';
import { type FirstRows, firstRowsOf } from './first-rows.ts';
import type { Box } from './geography/box.ts';
import type { CellGrid } from './geography/cell-grid.ts';
import { measure } from './parsing/measure.ts';
import { parseStatement } from './parsing/statement.ts';
import type { Plan } from './plan/plans.ts';
import { duckdb } from './printing/duckdb/dialect.ts';
import { printStatement } from './printing/statement.ts';
import { trino } from './printing/trino/dialect.ts';
import type { ResolutionState } from './resolving/context.ts';
import { resolveQuery } from './resolving/query.ts';
import type { ScopeColumn } from './resolving/scope.ts';
import { type SqlType, typeOf } from './types/sql-type.ts';

export interface PrintOptions {
  engine: 'duckdb' | 'trino';
  /** Bounding boxes of all rows of the query's `keys`. The query then skips other locations. */
  boxes?: ReadonlyMap<string, Box>;
  /**
   * Maximum rows that are read; an engine that writes its result before it is read would otherwise write all of them.
   */
  maxRows?: number;
}

export interface CompileOptions extends PrintOptions, AnalyseOptions {}

export interface AnalyseOptions {
  /** The start of the request in milliseconds since 1970, which is the value of CURRENT_TIMESTAMP. */
  now: number;
  /** The cells of H3, which only a query for which `namesCells` is true needs. */
  cells?: CellGrid | undefined;
}

/** Whether a query may need the cells of H3, whose library is large. */
export const namesCells = (text: string): boolean => text.toUpperCase().includes('ST_H3');

export interface ResultColumn {
  /** The name in the query; empty for an expression without an alias. */
  name: string;
  type: SqlType;
}

/** Properties of a query that do not depend on the engine. */
export interface QueryFacts {
  columns: ResultColumn[];
  /** Tables that the query reads, by their names in the engine's schema. */
  tables: string[];
  /** Storage of the tables, and the owner values of the rows that are read. */
  scans: Pick<CatalogueTable, 'stored' | 'only'>[];
  /** Constants that the query searches among the keys of tables located by keys. */
  keys: string[];
}

export interface CompiledQuery extends QueryFacts {
  /** The engine's SQL. Its result has the columns of `columns` in their order, with generated names. */
  sql: string;
  /** Set for a query for first rows, of which an engine may read fewer. */
  first?: FirstRows;
}

export interface AnalysedQuery extends QueryFacts {
  /** @throws InvalidQuery for a query that becomes too large for the engine. */
  print(options: PrintOptions): CompiledQuery;
}

/**
 * Compiles a GoogleSQL query to the SQL of an engine. No part of the text reaches the engine unchanged: names become
 * numbers, functions come from the function table, constants are written again from their values, and tables come from
 * the catalogue.
 *
 * @throws InvalidQuery for every text that cannot be compiled.
 * @example compileQuery('SELECT COUNT(*) FROM points', catalogue, { engine: 'trino', now: Date.now() }).sql
 */
export function compileQuery(
  text: string,
  catalogue: Catalogue,
  { now, cells, ...options }: CompileOptions,
): CompiledQuery {
  return analyseQuery(text, catalogue, { now, cells }).print(options);
}

/**
 * Analyses a query once, for printing in the SQL of one or more engines.
 *
 * @throws InvalidQuery for every text that cannot be compiled.
 */
export function analyseQuery(text: string, catalogue: Catalogue, options: AnalyseOptions): AnalysedQuery {
  return placingFaults(text, () => {
    const query = parseStatement(text);
    measure(query);
    const state = newState(catalogue, options);
    const { plan, columns } = resolveQuery(query, { state, with: new Map() });
    const read = [...state.tables.values()];
    const facts: QueryFacts = {
      columns: columns.map(({ name, type }) => ({ name, type: type.kind === 'NULL' ? typeOf('INT64') : type })),
      tables: [...new Set(read.map(({ stored }) => stored.at(-1) ?? ''))],
      scans: read.map(({ stored, only }) => ({ stored, only })),
      keys: [...state.located.keys()],
    };
    const print = (options: PrintOptions) => ({ ...facts, ...printed(plan, columns, state, options) });
    return { ...facts, print: (options) => placingFaults(text, () => print(options)) };
  });
}

function printed(
  whole: Plan,
  columns: readonly ScopeColumn[],
  state: ResolutionState,
  { engine, boxes = new Map(), maxRows }: PrintOptions,
): Pick<CompiledQuery, 'sql' | 'first'> {
  const plan = maxRows === undefined ? whole : firstRows(whole, BigInt(maxRows), columns);
  const dialect = engine === 'duckdb' ? duckdb : trino;
  const print = (some: Plan) => printStatement(some, columns, state, { dialect, boxes });
  const first = engine === 'duckdb' ? firstRowsOf(plan, print) : undefined;
  return { sql: print(plan), ...(first && { first }) };
}

function newState(catalogue: Catalogue, { now, cells }: AnalyseOptions): ResolutionState {
  let ids = 0;
  return {
    catalogue,
    now,
    cells,
    locatedBy: new Map(),
    located: new Map(),
    tables: new Map(),
    commonTables: [],
    nextId: () => {
      ids += 1;
      return ids;
    },
    reads: { count: 0 },
    makesInfinities: false,
  };
}

/** Converts faults to errors with line and column of the text. */
function placingFaults<T>(text: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof Fault ? invalidQuery(error, text) : error;
  }
}

/** The first rows of a query, in the query's order. */
function firstRows(plan: Plan, max: bigint, columns: readonly ScopeColumn[]): Plan {
  if (plan.kind !== 'sort')
    return { kind: 'sort', input: plan, keys: [], limit: max, output: columns.map(({ id }) => id) };
  return { ...plan, limit: plan.limit !== undefined && plan.limit < max ? plan.limit : max };
}
