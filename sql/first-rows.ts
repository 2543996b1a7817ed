import type { ColumnId, Expr } from './plan/expressions.ts';
import type { Plan } from './plan/plans.ts';

/**
 * A query for the first rows of one table, ordered by instants. An engine that knows that enough rows lie before some
 * instant need not read rows after it.
 */
export interface FirstRows {
  /** The table's name in the engine's schema. */
  table: string;
  /** The stored column of instants. */
  column: string;
  /** Whether rows are ordered from the last instant backwards. */
  descending: boolean;
  /** Number of rows that are read, including skipped ones. */
  rows: number;
  /** Stored columns with the only value that rows have in them. */
  values: readonly ColumnValue[];
  /**
   * The query restricted to rows up to an instant, which is inserted between the two parts as in `2026-01-31
   * 12:00:00.5`.
   */
  until: readonly [before: string, after: string];
}

export type ColumnValue = readonly [column: string, value: string];

type Scan = Extract<Plan, { kind: 'scan' }>;

/** A placeholder for the inserted instant. */
const anInstant = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
const itsText = '9999-12-31 23:59:59.999000';

/**
 * Recognises a query for first rows; undefined for others.
 *
 * @param print prints a plan in the SQL of an engine.
 */
export function firstRowsOf(plan: Plan, print: (plan: Plan) => string): FirstRows | undefined {
  if (plan.kind !== 'sort' || plan.limit === undefined) return undefined;
  const [key] = plan.keys;
  if (key?.value.kind !== 'column') return undefined;
  const { descending } = key;
  const found = scanBelow(plan.input, key.value.id);
  if (!found) return undefined;
  const { table } = found.scan;
  const { column, type } = storedOf(found.scan, found.id) ?? {};
  const { start, end } = table.within ?? {};
  const isWhole = start === undefined && end === undefined && !table.among && !table.except;
  if (!column || type !== 'TIMESTAMP' || !isWhole) return undefined;
  const within = { column, [descending ? 'start' : 'end']: anInstant };
  const [before, after, ...more] = print(replaced(plan, { ...table, within })).split(itsText);
  if (before === undefined || after === undefined || more.length > 0) return undefined;
  return {
    table: table.stored.at(-1) ?? '',
    column,
    descending,
    rows: Number(plan.limit + (plan.offset ?? 0n)),
    values: [...Object.entries(table.only), ...found.values],
    until: [before, after],
  };
}

/** The scan that all rows come from, possibly filtered by values; and the id of a column there. */
function scanBelow(plan: Plan, id: ColumnId): { scan: Scan; id: ColumnId; values: ColumnValue[] } | undefined {
  if (plan.kind === 'scan') return { scan: plan, id, values: [] };
  if (plan.kind === 'project') {
    const value = plan.columns.find((column) => column.id === id)?.value;
    return value?.kind === 'column' ? scanBelow(plan.input, value.id) : undefined;
  }
  if (plan.kind !== 'filter') return undefined;
  const below = scanBelow(plan.input, id);
  const values = below && valuesIn(plan.on, below.scan);
  return values && { ...below, values: [...below.values, ...values] };
}

/** The values that columns are compared with, if a condition consists of such comparisons only. */
function valuesIn(on: Expr, scan: Scan): ColumnValue[] | undefined {
  if (on.kind === 'logical' && on.op === 'AND') {
    const parts = on.operands.map((operand) => valuesIn(operand, scan));
    return parts.every((part) => part !== undefined) ? parts.flat() : undefined;
  }
  if (on.kind !== 'call' || on.text.duckdb !== '$1 = $2') return undefined;
  const column = on.args.find((arg) => arg.kind === 'column');
  const constant = on.args.find((arg) => arg.kind === 'literal');
  const stored = column && storedOf(scan, column.id);
  const isText = stored?.type === 'STRING' && typeof constant?.value === 'string';
  return isText ? [[stored.column, String(constant.value)]] : undefined;
}

/** The stored column of a scan's column, unless it is a geography. */
function storedOf({ table, columns }: Scan, id: ColumnId) {
  const column = table.columns[columns.find((one) => one.id === id)?.index ?? -1];
  return column && 'column' in column.stored ? { column: column.stored.column, type: column.type.kind } : undefined;
}

/** A plan with another table in its scan. */
function replaced(plan: Plan, table: Scan['table']): Plan {
  if (plan.kind === 'scan') return { ...plan, table };
  return 'input' in plan ? { ...plan, input: replaced(plan.input, table) } : plan;
}
