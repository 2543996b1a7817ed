import type { Plan } from '../plan/plans.ts';
import { printExpr, printSortKeys } from './expression.ts';
import type { PrintState } from './state.ts';

/**
 * The keys of a sort. DuckDB tells what it reads where the first rows end, also on the side of an outer join that may have no row, if it is one of
 * several queries that follow each other: what is left out there comes back as NULL, and NULL is first. A key that is no column is not told.
 */
export function printRowOrder({ keys, limit, input }: Extract<Plan, { kind: 'sort' }>, state: PrintState): string {
  const text = printSortKeys(keys, state);
  const [first] = keys;
  const isTold = state.dialect.name === 'duckdb' && limit !== undefined && hasSeveral(input);
  return isTold && first?.nullsFirst ? `(${printExpr(first.value, state)} IS NOT NULL), ${text}` : text;
}

/** Whether queries follow each other in it; a table of WITH may have such. */
function hasSeveral(plan: Plan): boolean {
  if (plan.kind === 'set' || plan.kind === 'common') return true;
  if (plan.kind === 'join') return hasSeveral(plan.left) || hasSeveral(plan.right);
  return 'input' in plan && hasSeveral(plan.input);
}
