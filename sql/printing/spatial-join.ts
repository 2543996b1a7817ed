import type { Call, ColumnId, Expr } from '../plan/expressions.ts';
import { givenColumns } from '../plan/given-columns.ts';
import type { Plan } from '../plan/plans.ts';
import { isStoredPoint } from '../plan/stored-point.ts';
import { usedColumns } from '../plan/used-columns.ts';
import { hasPart } from '../plan/walk.ts';
import type { Dialect } from './dialect.ts';

type Join = Extract<Plan, { kind: 'join' }>;
/** A relation of geographies, one of either side. */
export interface SpatialRelation {
  /** The relation. */
  relation: NonNullable<Call['relation']>;
  /** Maximum distance for `near`. */
  metres: number;
  /** The column of one side with the distance, if it differs by row. */
  reach?: SpatialSide | undefined;
  /** The first and the second geography of the relation. */
  first: SpatialSide;
  second: SpatialSide;
}

/** A join by the relation of two geographies. */
export interface SpatialJoin extends SpatialRelation {
  type: Join['type'];
  left: Plan;
  right: Plan;
  /** Whether each row of the left queries the index of the right, or the other way round. */
  isLeftAsking: boolean;
  /** Other conditions on pairs of rows. */
  others: Expr[];
}

export interface SpatialSide {
  value: Expr;
  isLeft: boolean;
}

/**
 * A join, or a filter of one, as a spatial join, if one of its conditions is a relation of geographies of both sides.
 * Conditions on one side alone are evaluated before. For engines without spatial joins.
 */
export function spatialJoinOf(plan: Plan, { joinsSpatially }: Dialect): SpatialJoin | undefined {
  if (joinsSpatially) return undefined;
  const conditions: Expr[] = [];
  let join = plan;
  for (; join.kind === 'filter'; join = join.input) conditions.push(...conjuncts(join.on));
  if (join.kind !== 'join') return undefined;
  const { type, on } = join;
  const isInner = type === 'INNER' || type === 'CROSS';
  if (!isInner && plan !== join) return undefined;
  conditions.push(...(on ? conjuncts(on) : []));
  const [leftIds, rightIds]: [Ids, Ids] = [new Set(givenColumns(join.left)), new Set(givenColumns(join.right))];
  const predicate = conditions.find((one) => sidesOf(one, leftIds, rightIds));
  const sides = predicate && sidesOf(predicate, leftIds, rightIds);
  if (!predicate || !sides) return undefined;
  const rest = conditions.filter((one) => one !== predicate);
  // An outer row is kept even if it does not meet these conditions, so they are evaluated on pairs.
  const ofLeft = type === 'LEFT' || type === 'FULL' ? [] : rest.filter((one) => isOf(one, leftIds));
  const ofRight = type === 'RIGHT' || type === 'FULL' ? [] : rest.filter((one) => isOf(one, rightIds));
  const others = rest.filter((one) => !ofLeft.includes(one) && !ofRight.includes(one));
  // The index knows only the boxes for `near`.
  if (sides.relation === 'near') others.unshift(predicate);
  const isLeftAsking = askingSide(join, sides, others.length > 0);
  if (isLeftAsking === undefined) return undefined;
  return {
    type,
    left: filtered(join.left, ofLeft),
    right: filtered(join.right, ofRight),
    isLeftAsking,
    ...sides,
    others,
  };
}

/**
 * The querying side: points query, and shapes are indexed; otherwise the left queries. A querying row is repeated for
 * each of its partners, so it cannot be kept without one if there are further conditions on pairs: undefined if both
 * sides are kept.
 */
function askingSide({ type, left, right }: Join, relation: SpatialRelation, asksMore: boolean): boolean | undefined {
  const wanted = asksSpatially(left, right, relation);
  if (!asksMore) return wanted;
  if (type === 'FULL') return undefined;
  const forced = type === 'LEFT' ? false : type === 'RIGHT' ? true : wanted;
  return relation.reach && forced !== wanted ? undefined : forced;
}

/** Whether the left queries. The side with the distances is indexed. */
export function asksSpatially(left: Plan, right: Plan, { first, second, reach }: SpatialRelation): boolean {
  if (reach) return !reach.isLeft;
  const [ofLeft, ofRight] = first.isLeft ? [first, second] : [second, first];
  return isPoint(left, ofLeft) || !isPoint(right, ofRight);
}

const isPoint = (plan: Plan, { value }: SpatialSide): boolean =>
  value.kind === 'column' && isStoredPoint(plan, value.id);

type Ids = ReadonlySet<ColumnId>;

export const conjuncts = (expr: Expr): Expr[] =>
  expr.kind === 'logical' && expr.op === 'AND' ? expr.operands.flatMap(conjuncts) : [expr];

/** Whether an expression reads some of these columns and no others. */
function isOf(expr: Expr, ids: Ids): boolean {
  const used = usedColumns([expr]);
  return used.size > 0 && [...used].every((id) => ids.has(id));
}

export function sidesOf(expr: Expr, left: Ids, right: Ids): SpatialRelation | undefined {
  if (expr.kind !== 'call' || !expr.relation || hasPart(expr, 'subquery')) return undefined;
  const [a, b, max] = expr.args;
  if (!a || !b) return undefined;
  const isLeft = isOf(a, left) && isOf(b, right);
  if (!isLeft && !(isOf(a, right) && isOf(b, left))) return undefined;
  const sides = { relation: expr.relation, first: { value: a, isLeft }, second: { value: b, isLeft: !isLeft } };
  if (expr.relation !== 'near') return { ...sides, metres: 0 };
  if (!max) return undefined;
  if (max.kind === 'literal') return typeof max.value === 'number' ? { ...sides, metres: max.value } : undefined;
  const isOfLeft = isOf(max, left);
  return isOfLeft || isOf(max, right) ? { ...sides, metres: 0, reach: { value: max, isLeft: isOfLeft } } : undefined;
}

export const filtered = (input: Plan, on: readonly Expr[]): Plan =>
  on.reduce((plan: Plan, condition) => ({ kind: 'filter', input: plan, on: condition }), input);
