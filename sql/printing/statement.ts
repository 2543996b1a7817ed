import { both, call } from '../functions/build.ts';
import type { Shape } from '../geography/shape.ts';
import type { ColumnId } from '../plan/expressions.ts';
import type { CommonTable, Plan } from '../plan/plans.ts';
import { usedColumns } from '../plan/used-columns.ts';
import type { ResolutionState } from '../resolving/context.ts';
import type { ScopeColumn } from '../resolving/scope.ts';
import { typeOf } from '../types/sql-type.ts';
import { printOutput, printPlain, printTable } from './block.ts';
import type { Dialect } from './dialect.ts';
import { bounded, columnName, columnText, type PrintState, printState } from './state.ts';
import { withWholeShapes } from './whole-shapes.ts';

/** A whole query as SQL. The result's columns are in the order of `columns`, with generated names. */
export function printStatement(
  resolved: Plan,
  columns: readonly ScopeColumn[],
  { commonTables, located, makesInfinities }: Pick<ResolutionState, 'commonTables' | 'located' | 'makesInfinities'>,
  { dialect, boxes }: Pick<PrintState, 'dialect' | 'boxes'>,
): string {
  const ids = columns.map(({ id }) => id);
  const plan = withWholeShapes(resolved, new Set(ids));
  const narrowing = [...boxes.keys()].flatMap((key) => [...(located.get(key) ?? [])]);
  const used = new Set([...usedColumns(plan, commonTables, { output: ids }), ...narrowing]);
  const state = printState({ dialect, used, makesInfinities, boxes });
  const needed = commonTables.filter(({ read }) => read);
  const common = needed.map((table) => printCommon(table, state));
  const recursive = needed.some(({ step }) => step) ? 'RECURSIVE ' : '';
  const types = new Map(columns.map(({ id, type }) => [id, type]));
  const shapes = constantShapes(plan);
  const convert = (id: ColumnId) => {
    const shape = shapes.get(id);
    if (shape && dialect.shapeOutput) return dialect.shapeOutput(shape);
    return dialect.output(columnText(state, id), types.get(id) ?? typeOf('NULL'));
  };
  const isPlain = columns.every(({ type }) => dialect.output('', type) === '');
  const body = isPlain ? printPlain(plan, ids, state).text : printOutput(plan, ids, convert, state);
  return bounded(common.length ? `WITH ${recursive}${common.join(', ')} ${body}` : body);
}

/** Columns of the result that are constant geographies. */
function constantShapes(plan: Plan): ReadonlyMap<ColumnId, Shape> {
  if (plan.kind === 'sort') return constantShapes(plan.input);
  if (plan.kind !== 'project') return new Map();
  return new Map(plan.columns.flatMap(({ id, value }) => (value.kind === 'shape' ? [[id, value.shape] as const] : [])));
}

function printCommon({ number, plan, columns, step }: CommonTable, state: PrintState): string {
  if (!step) return `w${number} AS (${printTable(plan, state)})`;
  const start = printPlain(typed(plan, state.dialect), columns, state);
  // The steps, and readers of the table, expect one value per column.
  for (const id of columns) for (const parted of [state.points, state.boxed]) parted.delete(id);
  const next = printPlain(step.plan, step.columns, state);
  return `w${number}(${columns.map(columnName).join(', ')}) AS (${start.text} UNION ALL ${next.text})`;
}

/**
 * The types of steps must be exactly those of the start, which may be shorter strings and times than the query's types.
 */
function typed(plan: Plan, dialect: Dialect): Plan {
  if (plan.kind !== 'project' || dialect.name !== 'trino') return plan;
  const columns = plan.columns.map(({ id, value }) => {
    if (value.kind === 'literal' || value.type.kind === 'GEOGRAPHY') return { id, value };
    return { id, value: call(value.at, value.type, both(`CAST($1 AS ${dialect.type(value.type)})`), [value]) };
  });
  return { ...plan, columns };
}
