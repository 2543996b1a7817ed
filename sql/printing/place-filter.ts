import type { ColumnId, Expr } from '../plan/expressions.ts';
import { givenColumns } from '../plan/given-columns.ts';
import type { Plan } from '../plan/plans.ts';
import { usedColumns } from '../plan/used-columns.ts';
import { mapParts } from '../plan/walk.ts';
import type { Dialect } from './dialect.ts';
import { conjuncts, filtered, isPoint, type PlaceRelation, sidesOf } from './place-join.ts';

type Subquery = Extract<Expr, { kind: 'subquery' }>;

/** Rows of the left that have a partner by place among those of the right, or that have none. */
export interface PlaceFilter extends PlaceRelation {
  left: Plan;
  right: Plan;
  /** As in a join, points ask, which are many, and shapes are indexed; otherwise the left asks. */
  isLeftAsking: boolean;
  isWithout: boolean;
}

/**
 * A filter one condition of which is EXISTS, or NOT EXISTS, of rows that are related by place. Its other conditions are asked before, and so are those of
 * the subquery, which may read nothing else of the rows around it. Of places that are near the index knows the boxes alone.
 */
export function placeFilterOf(plan: Plan, { joinsByPlaces }: Dialect): PlaceFilter | undefined {
  if (joinsByPlaces || plan.kind !== 'filter') return undefined;
  const conditions = conjuncts(plan.on);
  const given = new Set(givenColumns(plan.input));
  for (const one of conditions) {
    const [asked, isWithout] =
      one.kind === 'call' && one.text.duckdb === 'NOT ($1)' ? [one.args[0], true] : [one, false];
    const found = asked?.kind === 'subquery' && asked.mode === 'exists' ? relatedRows(asked, given) : undefined;
    const rest = conditions.filter((other) => other !== one);
    if (!found) continue;
    const left = filtered(plan.input, rest);
    const [ofLeft, ofRight] = found.first.isLeft ? [found.first, found.second] : [found.second, found.first];
    return { ...found, left, isLeftAsking: isPoint(left, ofLeft) || !isPoint(found.right, ofRight), isWithout };
  }
  return undefined;
}

function relatedRows({ plan, outer }: Subquery, given: ReadonlySet<ColumnId>) {
  const { input, conditions } = rowsOf(plan);
  const around = new Set(outer.keys());
  const [asking, own] = [
    new Set([...around].filter((id) => given.has(outer.get(id) ?? id))),
    new Set(givenColumns(input)),
  ];
  const predicate = conditions.find((one) => sidesOf(one, asking, own));
  const sides = predicate && sidesOf(predicate, asking, own);
  if (!predicate || !sides || sides.relation === 'near') return undefined;
  const others = conditions.filter((one) => one !== predicate);
  if ([...usedColumns([input, others])].some((id) => around.has(id))) return undefined;
  /** In terms of the rows around. */
  const outside = (expr: Expr): Expr =>
    expr.kind === 'column' ? { ...expr, id: outer.get(expr.id) ?? expr.id } : mapParts(expr, outside);
  const [first, second] = [sides.first, sides.second].map((side) =>
    side.isLeft ? { ...side, value: outside(side.value) } : side,
  ) as [typeof sides.first, typeof sides.second];
  return { ...sides, first, second, right: filtered(input, others) };
}

/** What a subquery's rows are taken from, and by which conditions: whether there are any does not depend on what is shown of them. */
function rowsOf(plan: Plan): { input: Plan; conditions: Expr[] } {
  let input = plan;
  while (
    input.kind === 'project' ||
    input.kind === 'distinct' ||
    (input.kind === 'sort' && input.limit !== 0n && !input.offset)
  )
    input = input.input;
  const conditions: Expr[] = [];
  for (; input.kind === 'filter'; input = input.input) conditions.push(...conjuncts(input.on));
  return { input, conditions };
}
