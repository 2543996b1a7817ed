import { asWritten } from '../functions/geography/without-cuts.ts';
import type { ColumnId } from '../plan/expressions.ts';
import type { Plan } from '../plan/plans.ts';
import { usedColumns } from '../plan/used-columns.ts';

/**
 * A plan whose geography constants are as written where they are only passed on, from step to step, to some columns of
 * the result. Those that are computed with stay split.
 */
export function withWholeShapes(plan: Plan, output: ReadonlySet<ColumnId>): Plan {
  if (output.size === 0) return plan;
  switch (plan.kind) {
    case 'sort':
      return { ...plan, input: withWholeShapes(plan.input, without(output, plan.keys)) };
    case 'filter':
      return { ...plan, input: withWholeShapes(plan.input, without(output, plan.on)) };
    case 'join': {
      const rest = without(output, plan.on);
      return { ...plan, left: withWholeShapes(plan.left, rest), right: withWholeShapes(plan.right, rest) };
    }
    case 'project': {
      const given = plan.columns.filter(({ id }) => output.has(id));
      const passed = given.flatMap(({ value }) => (value.kind === 'column' ? [value.id] : []));
      const others = plan.columns.filter((column) => column.value.kind !== 'column' || !given.includes(column));
      return {
        ...plan,
        columns: plan.columns.map(({ id, value }) => ({ id, value: output.has(id) ? asWritten(value) : value })),
        input: withWholeShapes(plan.input, without(new Set(passed), others)),
      };
    }
    case 'set': {
      const isGiven = (_: ColumnId, index: number) => output.has(plan.columns[index] ?? -1);
      const inputs = plan.inputs.map((input) => {
        const kept = new Set(input.columns.filter((id, index) => !isGiven(id, index)));
        const given = input.columns.filter((id, index) => isGiven(id, index) && !kept.has(id));
        return { ...input, plan: withWholeShapes(input.plan, new Set(given)) };
      });
      return { ...plan, inputs };
    }
    default:
      return plan;
  }
}

/** The columns that another expression does not read. */
function without(ids: ReadonlySet<ColumnId>, reader: unknown): ReadonlySet<ColumnId> {
  const read = usedColumns(reader);
  return new Set([...ids].filter((id) => !read.has(id)));
}
