import type { Expr } from '../../plan/expressions.ts';
import { choices } from '../build.ts';
import type { Expand } from '../row.ts';

/** With the constants among which an argument chooses as they were written, where an engine would cut their edges. */
export const withoutCuts =
  (of: Expand): Expand =>
  (args, context) =>
    of(args.map(uncut), context);

function uncut(expr: Expr): Expr {
  if (expr.kind === 'shape') return { ...expr, isUncut: true };
  if (expr.kind === 'call' && Object.values(choices).includes(expr.text))
    return { ...expr, args: expr.args.map((arg) => (arg.type.kind === 'GEOGRAPHY' ? uncut(arg) : arg)) };
  if (expr.kind !== 'case') return expr;
  const branches = expr.branches.map(({ when, value }) => ({ when, value: uncut(value) }));
  return expr.otherwise ? { ...expr, branches, otherwise: uncut(expr.otherwise) } : { ...expr, branches };
}
