import type { ColumnId, Expr } from '../plan/expressions.ts';
import { givenColumns } from '../plan/given-columns.ts';
import type { Plan } from '../plan/plans.ts';
import { usedColumns } from '../plan/used-columns.ts';
import { hasPart, mapParts } from '../plan/walk.ts';
import type { Dialect } from './dialect.ts';
import { asksSpatially, conjuncts, filtered, type SpatialRelation, type SpatialSide, sidesOf } from './spatial-join.ts';

type Subquery = Extract<Expr, { kind: 'subquery' }>;

/** Rows of the left that have a spatially related partner on the right, or that have none. */
export interface SpatialFilter extends SpatialRelation {
  left: Plan;
  right: Plan;
  /** The side that queries the index. As in a join, points query and shapes are indexed; otherwise the left queries. */
  isLeftAsking: boolean;
  isWithout: boolean;
  /** Other conditions on pairs of rows. */
  others: Expr[];
}

/**
 * A filter with a condition EXISTS, or NOT EXISTS, of spatially related rows. Its other conditions are evaluated
 * before, and so are those of the subquery that do not refer to outer rows.
 */
export function spatialFilterOf(plan: Plan, { joinsSpatially }: Dialect): SpatialFilter | undefined {
  if (joinsSpatially || plan.kind !== 'filter') return undefined;
  const conditions = conjuncts(plan.on);
  const given = new Set(givenColumns(plan.input));
  for (const one of conditions) {
    const [asked, isWithout] =
      one.kind === 'call' && one.text.duckdb === 'NOT ($1)' ? [one.args[0], true] : [one, false];
    const found = asked?.kind === 'subquery' && asked.mode === 'exists' ? relatedRows(asked, given) : undefined;
    const rest = conditions.filter((other) => other !== one);
    if (!found) continue;
    const left = filtered(plan.input, rest);
    return { ...found, left, isLeftAsking: asksSpatially(left, found.right, found), isWithout };
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
  if (!predicate || !sides) return undefined;
  const rest = conditions.filter((one) => one !== predicate);
  const outerOf = (parts: (Plan | Expr)[]) => [...usedColumns(parts)].filter((id) => around.has(id));
  const ofPairs = rest.filter((one) => outerOf([one]).length > 0);
  if (outerOf([input]).length > 0 || outerOf(ofPairs).some((id) => !asking.has(id))) return undefined;
  if (ofPairs.some((one) => hasPart(one, 'subquery'))) return undefined;
  // The index knows only the boxes for `near`.
  if (sides.relation === 'near') ofPairs.unshift(predicate);
  /** An expression with the columns of the outer query. */
  const outside = (expr: Expr): Expr =>
    expr.kind === 'column' ? { ...expr, id: outer.get(expr.id) ?? expr.id } : mapParts(expr, outside);
  const inTerms = (side: SpatialSide): SpatialSide => (side.isLeft ? { ...side, value: outside(side.value) } : side);
  return {
    ...sides,
    first: inTerms(sides.first),
    second: inTerms(sides.second),
    reach: sides.reach && inTerms(sides.reach),
    others: ofPairs.map(outside),
    right: filtered(
      input,
      rest.filter((one) => !ofPairs.includes(one)),
    ),
  };
}

/** The input of a subquery and its conditions: its existence does not depend on its selected columns. */
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
