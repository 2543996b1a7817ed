import type { ColumnId } from './expressions.ts';
import type { Plan } from './plans.ts';

/** Whether a column of a plan is an unchanged column of points stored as degrees. */
export function isStoredPoint(plan: Plan, id: ColumnId): boolean {
  switch (plan.kind) {
    case 'scan': {
      const { index = -1 } = plan.columns.find((column) => column.id === id) ?? {};
      const stored = plan.table.columns[index]?.stored;
      return stored !== undefined && 'longitude' in stored;
    }
    case 'common': {
      const from = plan.columns.find((column) => column.id === id)?.from;
      return from !== undefined && !plan.table.step && isStoredPoint(plan.table.plan, from);
    }
    case 'project': {
      const value = plan.columns.find((column) => column.id === id)?.value;
      return value?.kind === 'column' && isStoredPoint(plan.input, value.id);
    }
    case 'join':
      return isStoredPoint(plan.left, id) || isStoredPoint(plan.right, id);
    case 'row':
    case 'aggregate':
    case 'set':
      return false;
    default:
      return isStoredPoint(plan.input, id);
  }
}
