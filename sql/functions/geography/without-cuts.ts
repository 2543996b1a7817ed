import type { Expr } from '../../plan/expressions.ts';
import { mapParts } from '../../plan/walk.ts';
import type { SqlType } from '../../types/sql-type.ts';
import { choices } from '../build.ts';
import type { Expand } from '../row.ts';

/** Uses constant arguments as they were written, in place of those whose edges are cut for an engine. */
export const withoutCuts =
  (of: Expand): Expand =>
  (args, context) =>
    of(args.map(asWritten), context);

/** An expression that chooses or combines constants, with their written vertices. */
export function asWritten(expr: Expr): Expr {
  if (!hasLocation(expr.type)) return expr;
  if (expr.kind === 'shape') return { ...expr, isUncut: true };
  const isPassedOn =
    expr.kind === 'case' ||
    expr.kind === 'array' ||
    expr.kind === 'struct' ||
    (expr.kind === 'call' && Object.values(choices).includes(expr.text));
  return isPassedOn ? mapParts(expr, asWritten) : expr;
}

function hasLocation(type: SqlType): boolean {
  if (type.kind === 'ARRAY') return hasLocation(type.element);
  return type.kind === 'STRUCT' ? type.fields.some((field) => hasLocation(field.type)) : type.kind === 'GEOGRAPHY';
}
