import type { Expr } from '../../plan/expressions.ts';
import type { Plan } from '../../plan/plans.ts';
import { hasPart } from '../../plan/walk.ts';

/** Trino accepts a subquery over the elements of an outer array only without WHERE, so the array is filtered before. */
export function withFilteredArrays(plan: Plan): Plan {
  switch (plan.kind) {
    case 'filter': {
      const input = withFilteredArrays(plan.input);
      const isElements =
        input.kind === 'unnest' && input.input.kind === 'row' && input.offset === undefined && !input.outer;
      if (!isElements || hasPart(plan.on, 'subquery')) return { ...plan, input };
      return { ...input, array: filtered(input.array, plan.on, input.element) };
    }
    case 'project':
    case 'distinct':
    case 'sort':
    case 'aggregate':
      return { ...plan, input: withFilteredArrays(plan.input) };
    default:
      return plan;
  }
}

/** Within the lambda the element has the name of its column. */
const filtered = (array: Expr, on: Expr, element: number): Expr => ({
  kind: 'call',
  at: array.at,
  type: array.type,
  text: { duckdb: '$1', trino: `filter($1, c${element} -> $2)` },
  args: [array, on],
});
