import type { Plan } from '../plan/plans.ts';
import { printExpr, printSortKeys } from './expression.ts';
import type { PrintState } from './state.ts';

type Sort = Extract<Plan, { kind: 'sort' }>;

/**
 * Whether DuckDB would push the limit of the first rows into a scan, even on the optional side of an outer join, where
 * rows that it skips become NULL, which sorts first.
 */
export function isPushedTooFar({ keys: [first], limit, input }: Sort, { dialect }: PrintState): boolean {
  const isPushed = dialect.name === 'duckdb' && limit !== undefined && first?.nullsFirst === true;
  return isPushed && hasStep(input, isOuterJoin) && hasStep(input, ({ kind }) => kind === 'set');
}

/**
 * The sort keys. If the first one would be pushed too far, a key that is not a column, and is not pushed, is put before
 * it; the columns are then those of a table.
 */
export function printRowOrder(plan: Sort, state: PrintState): string {
  const text = printSortKeys(plan.keys, state);
  const [first] = plan.keys;
  return first && isPushedTooFar(plan, state) ? `(${printExpr(first.value, state)} IS NOT NULL), ${text}` : text;
}

const isOuterJoin = (plan: Plan) => plan.kind === 'join' && plan.type !== 'INNER' && plan.type !== 'CROSS';

/** Whether one of the steps meets a test, including tables of WITH. */
function hasStep(plan: Plan, is: (step: Plan) => boolean): boolean {
  if (is(plan)) return true;
  if (plan.kind === 'common') return hasStep(plan.table.plan, is);
  if (plan.kind === 'join') return hasStep(plan.left, is) || hasStep(plan.right, is);
  if (plan.kind === 'set') return plan.inputs.some((input) => hasStep(input.plan, is));
  return 'input' in plan && hasStep(plan.input, is);
}
