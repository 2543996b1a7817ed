import type { Plan } from '../plan/plans.ts';
import { printExpr, printSortKeys } from './expression.ts';
import type { PrintState } from './state.ts';

type Sort = Extract<Plan, { kind: 'sort' }>;

/**
 * Whether DuckDB would tell what it reads where the first rows end, also on the side of an outer join that may have no row, since that is one of
 * several queries that follow each other: what is left out there comes back as NULL, and NULL is first.
 */
export function isToldTooFar({ keys: [first], limit, input }: Sort, { dialect }: PrintState): boolean {
  const isTold = dialect.name === 'duckdb' && limit !== undefined && first?.nullsFirst === true;
  return isTold && hasStep(input, isOuterJoin) && hasStep(input, ({ kind }) => kind === 'set');
}

/** The keys of a sort. Before one that is told too far stands one that is no column, and is not told; the columns are then those of a table. */
export function printRowOrder(plan: Sort, state: PrintState): string {
  const text = printSortKeys(plan.keys, state);
  const [first] = plan.keys;
  return first && isToldTooFar(plan, state) ? `(${printExpr(first.value, state)} IS NOT NULL), ${text}` : text;
}

const isOuterJoin = (plan: Plan) => plan.kind === 'join' && plan.type !== 'INNER' && plan.type !== 'CROSS';

/** Whether one of the steps is such, in tables of WITH too. */
function hasStep(plan: Plan, is: (step: Plan) => boolean): boolean {
  if (is(plan)) return true;
  if (plan.kind === 'common') return hasStep(plan.table.plan, is);
  if (plan.kind === 'join') return hasStep(plan.left, is) || hasStep(plan.right, is);
  if (plan.kind === 'set') return plan.inputs.some((input) => hasStep(input.plan, is));
  return 'input' in plan && hasStep(plan.input, is);
}
