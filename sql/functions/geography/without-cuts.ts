import type { Expr } from '../../plan/expressions.ts';
import { mapParts } from '../../plan/walk.ts';
import type { SqlType } from '../../types/sql-type.ts';
import { choices } from '../build.ts';
import type { Expand } from '../row.ts';

/** With the constants among which an argument chooses as they were written, where an engine would cut their edges. */
export const withoutCuts =
  (of: Expand): Expand =>
  (args, context) =>
    of(args.map(asWritten), context);

/** An expression that chooses among constants, or puts them together, with the vertices with which they were written. */
export function asWritten(expr: Expr): Expr {
  if (!hasPlace(expr.type)) return expr;
  if (expr.kind === 'shape') return { ...expr, isUncut: true };
  const isPassedOn =
    expr.kind === 'case' ||
    expr.kind === 'array' ||
    expr.kind === 'struct' ||
    (expr.kind === 'call' && Object.values(choices).includes(expr.text));
  return isPassedOn ? mapParts(expr, asWritten) : expr;
}

function hasPlace(type: SqlType): boolean {
  if (type.kind === 'ARRAY') return hasPlace(type.element);
  return type.kind === 'STRUCT' ? type.fields.some((field) => hasPlace(field.type)) : type.kind === 'GEOGRAPHY';
}
