import { fail } from '../fault.ts';
import { both, call, isNull, literal, nullOf } from '../functions/build.ts';
import type { Aggregate, Expr } from '../plan/expressions.ts';
import type { Computed, Plan } from '../plan/plans.ts';
import { findParts } from '../plan/walk.ts';
import type { Name } from '../syntax/expressions.ts';
import type { Pivot, Unpivot } from '../syntax/queries.ts';
import { isComparable, structOf, typeOf } from '../types/sql-type.ts';
import { columnExpr, fieldAt } from './access.ts';
import { coerceFor, commonType } from './coercion.ts';
import { resolveCompare } from './comparison.ts';
import { resolve } from './expression.ts';
import type { Source } from './from.ts';
import { expressionContext, type Surroundings } from './query.ts';
import { type ScopeColumn, scopeOf } from './scope.ts';

const columnsOf = ({ scope }: Source): ScopeColumn[] => scope.variables.flatMap(({ columns }) => columns);

/** Each value of a column becomes columns; the rows are grouped by all columns that the pivot does not name. */
export function resolvePivot(input: Source, pivot: Pivot, alias: Name | undefined, around: Surroundings): Source {
  const { state } = around;
  const context = { ...expressionContext(around, input.scope, 'PIVOT clause'), aggregates: true };
  const over = resolve(pivot.over, { ...context, aggregates: false });
  const aggregates = pivot.aggregates.map(({ value, alias: name }) => {
    const expr = resolve(value, context);
    if (expr.kind !== 'aggregate') fail('invalid_query', value.at, 'PIVOT takes aggregate functions.');
    return { expr, name: name?.text };
  });
  const [first] = aggregates;
  if (!first || (aggregates.length > 1 && aggregates.some(({ name }) => name === undefined))) {
    fail('invalid_query', pivot.at, 'Each of several aggregates of PIVOT takes an alias.');
  }
  const used = new Set<number>();
  for (const expr of [over, ...aggregates.map(({ expr: aggregate }) => aggregate)]) {
    findParts(
      expr,
      ({ kind }) => kind === 'column',
      (part) => part.kind === 'column' && used.add(part.id),
    );
  }
  const kept = columnsOf(input).filter(({ id }) => !used.has(id));
  const ungrouped = kept.find(({ type }) => !isComparable(type));
  if (ungrouped)
    fail(
      'type_error',
      pivot.at,
      `PIVOT groups by the column ${ungrouped.name}, whose type ${ungrouped.type.kind} cannot be grouped by.`,
      { hint: 'Select the columns that are needed first.' },
    );
  const keys = kept.map((column) => ({
    column: { ...column, id: state.nextId() },
    value: columnExpr(column, pivot.at),
  }));
  const computed: Computed<Aggregate>[] = [];
  const made: ScopeColumn[] = [];
  for (const { value: node, alias: valueName } of pivot.values) {
    const value = resolve(node, { ...context, aggregates: false });
    if (value.kind !== 'literal') fail('invalid_query', node.at, 'PIVOT takes constants.');
    // NULL is a value here, as in grouping.
    const matches = isNull(value)
      ? call(node.at, typeOf('BOOL'), both('$1 IS NULL'), [over])
      : resolveCompare('=', over, value, node.at);
    const suffix = valueName?.text ?? String(value.value ?? 'NULL');
    for (const { expr, name } of aggregates) {
      const id = state.nextId();
      computed.push({ id, value: only(expr, matches) });
      made.push({ id, type: expr.type, name: name === undefined ? suffix : `${name}_${suffix}` });
    }
  }
  const plan: Plan = {
    kind: 'aggregate',
    input: input.plan,
    keys: keys.map(({ column, value }) => ({ id: column.id, value })),
    aggregates: computed,
  };
  return {
    plan,
    scope: scopeOf(around, { name: alias?.text, columns: [...keys.map(({ column }) => column), ...made] }),
  };
}

/** The aggregate over the matching rows: others become NULL, which it ignores. */
function only(aggregate: Aggregate, matches: Expr): Aggregate {
  const { at } = aggregate;
  const [first] = aggregate.args;
  const when = (value: Expr): Expr => ({
    kind: 'case',
    at,
    type: value.type,
    branches: [{ when: matches, value }],
    otherwise: nullOf(at, value.type),
  });
  if (first)
    return {
      ...aggregate,
      args: [when(first), ...aggregate.args.slice(1)],
      ignoreNulls: aggregate.ignoreNulls || aggregate.name === 'ARRAY_AGG',
    };
  return { ...aggregate, text: { duckdb: 'count($1)$W', trino: 'count($1)$W' }, args: [when(literal(at, 1n))] };
}

/** Columns become rows: their names one column, their values another. */
export function resolveUnpivot(input: Source, unpivot: Unpivot, alias: Name | undefined, around: Surroundings): Source {
  const { state } = around;
  const all = columnsOf(input);
  const chosen = unpivot.columns.map(({ column: { text, at }, alias: shown }) => {
    const column = all.find(({ name }) => name.toLowerCase() === text.toLowerCase());
    return column
      ? { column, at, shown: shown ?? column.name }
      : fail('unknown_column', at, `Column ${text} in UNPIVOT not found.`);
  });
  const values = chosen.map(({ column, at }) => columnExpr(column, at));
  const type = commonType(values) ?? fail('type_error', unpivot.at, 'The columns of UNPIVOT have no common type.');
  const row = structOf([
    { name: 'name', type: typeOf('STRING') },
    { name: 'value', type },
  ]);
  const elements = chosen.map(
    ({ shown, at }, index): Expr => ({
      kind: 'struct',
      at,
      type: row,
      fields: [literal(at, shown), coerceFor(values[index] ?? literal(at, 0n), type, 'UNPIVOT')],
    }),
  );
  const element = state.nextId();
  const array: Expr = { kind: 'array', at: unpivot.at, type: { kind: 'ARRAY', element: row }, elements };
  const rows: Plan = { kind: 'unnest', input: input.plan, array, element, outer: false };
  const kept = all.filter((column) => !chosen.some((one) => one.column.id === column.id));
  const base: Expr = { kind: 'column', at: unpivot.at, type: row, id: element };
  const [name, value] = [state.nextId(), state.nextId()];
  const columns: ScopeColumn[] = [
    ...kept,
    { name: unpivot.value.text, id: value, type },
    { name: unpivot.name.text, id: name, type: typeOf('STRING') },
  ];
  const project: Plan = {
    kind: 'project',
    input: rows,
    columns: [
      ...kept.map((column) => ({ id: column.id, value: columnExpr(column, 0) })),
      { id: value, value: fieldAt(base, 1, 0) },
      { id: name, value: fieldAt(base, 0, 0) },
    ],
  };
  const present: Expr = {
    kind: 'call',
    at: unpivot.at,
    type: typeOf('BOOL'),
    text: { duckdb: '$1 IS NOT NULL', trino: '$1 IS NOT NULL' },
    args: [{ kind: 'column', at: 0, type, id: value }],
  };
  const plan: Plan = unpivot.includeNulls ? project : { kind: 'filter', input: project, on: present };
  return { plan, scope: scopeOf(around, { name: alias?.text, columns }) };
}
