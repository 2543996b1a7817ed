import type { ColumnId } from './expressions.ts';
import type { Plan } from './plans.ts';

/** The columns of a plan's rows. */
export function givenColumns(plan: Plan): ColumnId[] {
  switch (plan.kind) {
    case 'row':
      return [];
    case 'scan':
    case 'common':
    case 'project':
      return plan.columns.map(({ id }) => id);
    case 'join':
      return [...givenColumns(plan.left), ...givenColumns(plan.right)];
    case 'unnest':
      return [...givenColumns(plan.input), plan.element, ...(plan.offset === undefined ? [] : [plan.offset])];
    case 'aggregate':
      return [...plan.keys, ...plan.aggregates].map(({ id }) => id);
    case 'window':
      return [...givenColumns(plan.input), ...plan.windows.map(({ id }) => id)];
    case 'sort':
      return plan.output;
    case 'set':
      return plan.columns;
    case 'filter':
    case 'distinct':
    case 'sample':
      return givenColumns(plan.input);
  }
}
