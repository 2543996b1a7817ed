import { fail } from '../fault.ts';
import type { ColumnId, Expr } from '../plan/expressions.ts';
import type { Plan } from '../plan/plans.ts';
import type { SetOperation } from '../syntax/queries.ts';
import { isComparable, type SqlType, typeText } from '../types/sql-type.ts';
import { columnExpr } from './access.ts';
import { coerce, commonType } from './coercion.ts';
import type { Resolved } from './context.ts';
import { resolveBody, type Surroundings } from './query.ts';

export function resolveSet({ op, operands, at }: SetOperation, around: Surroundings): Resolved {
  const inputs = operands.map((operand) => resolveBody(operand, around));
  const { inputs: converted, columns } = unite(
    inputs,
    operands.map((operand) => operand.at),
    op,
  );
  if (!op.endsWith('ALL')) {
    const wrong = columns.find(({ type }) => !isComparable(type));
    if (wrong)
      fail(
        'type_error',
        operands[1]?.at ?? at,
        `${op} DISTINCT is not defined for columns of type ${wrong.type.kind}.`,
      );
  }
  const fresh = columns.map((column) => ({ ...column, id: around.state.nextId() }));
  return { plan: { kind: 'set', op, inputs: converted, columns: fresh.map(({ id }) => id) }, columns: fresh };
}

/** The queries with their columns converted to common types; the names are those of the first. */
export function unite(
  inputs: readonly Resolved[],
  positions: readonly number[],
  op: string,
): { inputs: { plan: Plan; columns: ColumnId[] }[]; columns: Resolved['columns'] } {
  const [first] = inputs;
  if (!first) throw new Error('a set operation has no queries');
  inputs.forEach(({ columns }, index) => {
    if (columns.length === first.columns.length) return;
    fail(
      'invalid_query',
      positions[index] ?? 0,
      `Queries in ${op} have mismatched column count; query 1 has ${first.columns.length} and query ${index + 1} has ${columns.length}.`,
    );
  });
  const types = first.columns.map((_, column) => typeFor(inputs, column, positions, op));
  const converted = inputs.map((input) => ({
    plan: withTypes(input, types),
    columns: input.columns.map(({ id }) => id),
  }));
  return {
    inputs: converted,
    columns: first.columns.map((column, index) => ({ ...column, type: types[index] ?? column.type })),
  };
}

function typeFor(inputs: readonly Resolved[], column: number, positions: readonly number[], op: string): SqlType {
  const values = inputs.map((input) => columnValue(input, column));
  const type = commonType(values);
  if (type) return type;
  const last = inputs.length - 1;
  return fail(
    'type_error',
    positions[last] ?? 0,
    `Column ${column + 1} in ${op} has incompatible types: ${values.map((value) => typeText(value.type)).join(', ')}.`,
  );
}

/**
 * The expression of a constant of the SELECT list, which can still convert to another type; other columns keep theirs.
 */
function columnValue({ columns, values }: Resolved, index: number): Expr {
  const value = values?.[index];
  const column = columns[index];
  if (!column) throw new Error('a column is missing');
  return value?.kind === 'literal' ? value : columnExpr(column, 0);
}

function withTypes(input: Resolved, types: readonly SqlType[]): Plan {
  const changed = input.columns.some(({ type }, index) => type.kind !== types[index]?.kind);
  if (!changed || input.plan.kind !== 'project') return changed ? projected(input, types) : input.plan;
  const columns = input.plan.columns.map(({ id, value }) => {
    const index = input.columns.findIndex((column) => column.id === id);
    const type = types[index];
    return { id, value: (type && coerce(value, type)) ?? value };
  });
  return { ...input.plan, columns };
}

/** A separate step; its columns get the ids of the columns that they are converted from, which nothing else reads. */
function projected({ plan, columns }: Resolved, types: readonly SqlType[]): Plan {
  const converted = columns.map((column, index) => {
    const value = columnExpr(column, 0);
    return { id: column.id, value: coerce(value, types[index] ?? column.type) ?? value };
  });
  return { kind: 'project', input: plan, columns: converted };
}
