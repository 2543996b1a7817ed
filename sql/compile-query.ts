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
import type { Context } from './resolving/context.ts';
import { resolveQuery } from './resolving/query.ts';
import type { ScopeColumn } from './resolving/scope.ts';
import { type SqlType, typeOf } from './types/sql-type.ts';

export interface PrintOptions {
  engine: 'duckdb' | 'trino';
  /** The boxes in which all rows of keys lie, of those that the query looks for (`keys`). The query then skips other places. */
  boxes?: ReadonlyMap<string, Box>;
  /** The most rows that are read; an engine that writes its result before it is read would otherwise write them all. */
  maxRows?: number;
}

export interface CompileOptions extends PrintOptions, AnalyseOptions {}

export interface AnalyseOptions {
  /** The start of the request in milliseconds since 1970: what CURRENT_TIMESTAMP is. */
  now: number;
  /** The cells of H3, which only a query needs that `namesCells`. */
  cells?: CellGrid | undefined;
}

/** Whether a query may need the cells of H3, whose library is large. */
export const namesCells = (text: string): boolean => text.toUpperCase().includes('ST_H3');

export interface ResultColumn {
  /** As the query names it; empty for an expression without an alias. */
  name: string;
  type: SqlType;
}

/** What is known of a query, whichever engine runs it. */
export interface QueryFacts {
  columns: ResultColumn[];
  /** Tables that the query reads, as the engine calls them in its schema. */
  tables: string[];
  /** Where those are stored, and whose rows of them are read. */
  scans: Pick<CatalogueTable, 'stored' | 'only'>[];
  /** Constants that the query looks for among the keys of tables that are located by keys. */
  keys: string[];
}

export interface CompiledQuery extends QueryFacts {
  /** The engine's SQL. Its result has as many columns as `columns`, in their order; their names there mean nothing. */
  sql: string;
  /** Of a query for first rows, what lets an engine read less. */
  first?: FirstRows;
}

export interface AnalysedQuery extends QueryFacts {
  /** @throws InvalidQuery for a query that becomes too large for the engine. */
  print(options: PrintOptions): CompiledQuery;
}

/**
 * A GoogleSQL query as SQL for an engine. Nothing of the text reaches the engine as it is: names become numbers, functions come out of the
 * table, constants are written anew, and tables only as the catalogue has them.
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
 * Reads a query once, to be printed for one engine or more.
 *
 * @throws InvalidQuery for every text that cannot be compiled.
 */
export function analyseQuery(text: string, catalogue: Catalogue, options: AnalyseOptions): AnalysedQuery {
  return placingFaults(text, () => {
    const query = parseStatement(text);
    measure(query);
    const context = newContext(catalogue, options);
    const { plan, columns } = resolveQuery(query, { context, with: new Map() });
    const read = [...context.tables.values()];
    const facts: QueryFacts = {
      columns: columns.map(({ name, type }) => ({ name, type: type.kind === 'NULL' ? typeOf('INT64') : type })),
      tables: [...new Set(read.map(({ stored }) => stored.at(-1) ?? ''))],
      scans: read.map(({ stored, only }) => ({ stored, only })),
      keys: [...context.located.keys()],
    };
    const print = (options: PrintOptions) => ({ ...facts, ...printed(plan, columns, context, options) });
    return { ...facts, print: (options) => placingFaults(text, () => print(options)) };
  });
}

function printed(
  whole: Plan,
  columns: readonly ScopeColumn[],
  context: Context,
  { engine, boxes = new Map(), maxRows }: PrintOptions,
): Pick<CompiledQuery, 'sql' | 'first'> {
  const plan = maxRows === undefined ? whole : firstRows(whole, BigInt(maxRows), columns);
  const dialect = engine === 'duckdb' ? duckdb : trino;
  const print = (some: Plan) => printStatement(some, columns, context, { dialect, boxes });
  const first = engine === 'duckdb' ? firstRowsOf(plan, print) : undefined;
  return { sql: print(plan), ...(first && { first }) };
}

function newContext(catalogue: Catalogue, { now, cells }: AnalyseOptions): Context {
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

/** Tells what is wrong by line and column of the text. */
function placingFaults<T>(text: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof Fault ? invalidQuery(error, text) : error;
  }
}

/** The first rows of a query, in the order that it has. */
function firstRows(plan: Plan, most: bigint, columns: readonly ScopeColumn[]): Plan {
  if (plan.kind !== 'sort')
    return { kind: 'sort', input: plan, keys: [], limit: most, output: columns.map(({ id }) => id) };
  return { ...plan, limit: plan.limit !== undefined && plan.limit < most ? plan.limit : most };
}
