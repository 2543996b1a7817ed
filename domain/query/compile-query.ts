import type { Catalogue, CatalogueTable } from './catalogue.ts';
import { Fault, toProblem } from './fault.ts';
import { type FirstRows, firstRowsOf } from './first-rows.ts';
import type { Box } from './geography/box.ts';
import { measure } from './parsing/measure.ts';
import { parseStatement } from './parsing/statement.ts';
import type { Plan } from './plan/plans.ts';
import { duckdb } from './printing/duckdb/dialect.ts';
import { printStatement } from './printing/statement.ts';
import { trino } from './printing/trino/dialect.ts';
import type { SeenFiles } from './query-engine.ts';
import type { Context } from './resolving/context.ts';
import { resolveQuery } from './resolving/query.ts';
import type { ScopeColumn } from './resolving/scope.ts';
import { type SqlType, typeOf } from './types/sql-type.ts';

export interface CompileOptions {
  engine: 'duckdb' | 'trino';
  /** The start of the request in milliseconds since 1970: what CURRENT_TIMESTAMP is. */
  now: number;
  /**
   * Where the points of fields lie, for the fields that an earlier compilation of the same text has found (`fieldIds`). A predicate for one of
   * them then skips other places.
   */
  fieldBoxes?: ReadonlyMap<string, Box>;
  /** The most rows that are read; an engine that writes its result before it is read would otherwise write them all. */
  maxRows?: number;
}

export interface ResultColumn {
  /** As the query names it; empty for an expression without an alias. */
  name: string;
  type: SqlType;
}

export interface CompiledQuery {
  /** The engine's SQL. Its result has as many columns as `columns`, in their order; their names there mean nothing. */
  sql: string;
  columns: ResultColumn[];
  /** Tables that the query reads, as the engine calls them in its schema. */
  tables: string[];
  /** Where those are stored, and whose rows of them are read. */
  scans: Pick<CatalogueTable, 'stored' | 'only'>[];
  /** Of a query for first rows, what lets an engine read less. */
  first?: FirstRows;
  /** Constants that the query looks for among the ids of a row's fields. */
  fieldIds: string[];
  /** The files that it reads, where they were looked up before it was narrowed to places. */
  seen?: SeenFiles;
  /** The query before that, for any other files: those may have points elsewhere. */
  unnarrowed?: CompiledQuery;
}

/**
 * A GoogleSQL query as SQL for an engine. Nothing of the text reaches the engine as it is: names become numbers, functions come out of the
 * table, constants are written anew, and tables only as the catalogue has them.
 *
 * @throws QueryProblem for every text that cannot be compiled.
 */
export function compileQuery(text: string, catalogue: Catalogue, options: CompileOptions): CompiledQuery {
  try {
    return compile(text, catalogue, options);
  } catch (error) {
    throw error instanceof Fault ? toProblem(error, text) : error;
  }
}

function compile(
  text: string,
  catalogue: Catalogue,
  { engine, now, fieldBoxes, maxRows }: CompileOptions,
): CompiledQuery {
  const query = parseStatement(text);
  measure(query);
  let ids = 0;
  const context: Context = {
    catalogue,
    now,
    boxes: fieldBoxes ?? new Map(),
    fieldBoxes: new Map(),
    tables: new Map(),
    fieldIds: new Set(),
    commonTables: [],
    nextId: () => {
      ids += 1;
      return ids;
    },
    reads: { count: 0 },
    makesInfinities: false,
  };
  const { plan: whole, columns } = resolveQuery(query, { context, with: new Map() });
  const plan = maxRows === undefined ? whole : firstRows(whole, BigInt(maxRows), columns);
  const dialect = engine === 'duckdb' ? duckdb : trino;
  const read = [...context.tables.values()];
  const { makesInfinities } = context;
  const print = (some: Plan) => printStatement(some, columns, context.commonTables, { dialect, makesInfinities });
  const first = engine === 'duckdb' ? firstRowsOf(plan, print) : undefined;
  return {
    sql: print(plan),
    columns: columns.map(({ name, type }) => ({ name, type: type.kind === 'NULL' ? typeOf('INT64') : type })),
    tables: [...new Set(read.map(({ stored }) => stored.at(-1) ?? ''))],
    scans: read.map(({ stored, only }) => ({ stored, only })),
    fieldIds: [...context.fieldIds],
    ...(first && { first }),
  };
}

/** The first rows of a query, in the order that it has. */
function firstRows(plan: Plan, most: bigint, columns: readonly ScopeColumn[]): Plan {
  if (plan.kind !== 'sort')
    return { kind: 'sort', input: plan, keys: [], limit: most, output: columns.map(({ id }) => id) };
  return { ...plan, limit: plan.limit !== undefined && plan.limit < most ? plan.limit : most };
}
