import { fail } from '../../fault.ts';
import { partsOf } from '../../geography/parts.ts';
import type { Position, Shape } from '../../geography/shape.ts';
import { cross, earthRadius, length, normalOf, scaled, toVector, type Vector } from '../../geography/sphere.ts';
import type { Expr } from '../../plan/expressions.ts';
import { typeOf } from '../../types/sql-type.ts';
import { both, call, isNull, nullOf } from '../build.ts';
import type { Expand } from '../row.ts';
import { runtime, runtimeName } from './define.ts';
import { sphere } from './define-row.ts';
import { nearPoint } from './near-point.ts';
import { let_, maxRadians, minRadians, radiansToEdge } from './vertices-on-trino.ts';
import { withoutCuts } from './without-cuts.ts';

/** Maximum edges of a constant; each takes some 300 characters of a query's text. */
const maxEdges = 200;

/** Metres between two points by their degrees, exact for the smallest distances. */
const haversine = `${(2 * earthRadius).toExponential()} * asin(least(1e0, sqrt(power(sin(radians($2.y - $1.y) / 2), 2) + cos(radians($1.y)) * cos(radians($2.y)) * power(sin(radians($2.x - $1.x) / 2), 2))))`;
/** NULL for a row without a point, which is near nothing: DuckDB's least ignores NULL and would return 1. */
const ofStoredPoint = `CASE WHEN $1.x IS NOT NULL AND $1.y IS NOT NULL THEN ${haversine} END`;
const ofPoints = (points: string, others: string) =>
  `CASE WHEN $1.x IS NOT NULL AND $2.x IS NOT NULL THEN ${points} WHEN $1 IS NULL OR $2 IS NULL THEN NULL ELSE ${others} END`;
const metres = (radians: string) => `${earthRadius.toExponential()} * ${radians}`;
const metresOfPoints = `ST_Distance(${sphere('$1')}, ${sphere('$2')})`;
const metresOfShapes = `IF(ST_Intersects($1, $2), 0e0, ${metres(minRadians('$1', '$2'))})`;
const onTrino = `CASE WHEN ST_GeometryType($1) = 'ST_Point' AND ST_GeometryType($2) = 'ST_Point' THEN ${metresOfPoints} ELSE ${metresOfShapes} END`;

const betweenAny = runtime('distance', onTrino, ofPoints(haversine, `${runtimeName('distance')}($1, $2)`));

/** Metres between two geographies; 0 if they intersect. */
export const distance: Expand = ([a, b], context) => {
  if (!a || !b) throw new Error('arguments are missing');
  const made = betweenAny([a, b], context);
  if (made.kind !== 'call') return made;
  const [other, constant] = a.kind === 'shape' ? [b, a] : [a, b];
  if (constant.kind !== 'shape') return made;
  if (!isExtended(constant))
    return { ...made, args: [other, constant], points: { duckdb: ofStoredPoint, trino: metresOfPoints } };
  const edges = edgesOf(constant.shape);
  if (edges.length === 0) return nullOf(context.at, typeOf('FLOAT64'));
  const duckdb = `${runtimeName('distance')}($1, $2)`;
  return call(context.at, typeOf('FLOAT64'), { duckdb, trino: toConstant(constant.shape, edges) }, [other, constant]);
};

/** Distance to a constant: with few edges, their numbers are in the text, to be compared with points. */
function toConstant(shape: Shape, edges: readonly (readonly [Position, Position])[]): string {
  if (edges.length > maxEdges) return onTrino;
  const isArea = partsOf(shape).polygons.length > 0;
  const fromPoint = isArea ? `IF(ST_Intersects($1, $2), 0e0, ${edgesText(edges)})` : edgesText(edges);
  return `CASE WHEN ST_GeometryType($1) = 'ST_Point' THEN ${fromPoint} ELSE ${metresOfShapes} END`;
}

/** Points whose latitudes alone differ by more are not compared. */
export const within: Expand = ([a, b, max], context) => {
  if (!a || !b || !max) throw new Error('arguments are missing');
  const away = distance([a, b], context);
  if (isNull(away) || isNull(max)) return nullOf(context.at, context.type);
  if (away.kind !== 'call') return call(context.at, context.type, both('$1 <= $2'), [away, max]);
  const isNear = `${runtimeName('is_near')}($1, $2, $3)`;
  const trino = `${away.text.trino} <= $3`;
  const others = { duckdb: isNear, trino };
  const around = nearPoint(a, b, max, context.at, others) ?? nearPoint(b, a, max, context.at, others);
  if (around) return around;
  const isConstant = isExtended(a) || isExtended(b);
  const duckdb = isConstant ? isNear : ofPoints(`abs($2.y - $1.y) <= $3 / 111195e0 AND ${haversine} <= $3`, isNear);
  return { ...call(context.at, context.type, { duckdb, trino }, [...away.args, max]), relation: 'near' };
};

/** Metres between the two vertices that are furthest apart. */
export const furthest: Expand = withoutCuts(
  runtime('max_distance', `CASE WHEN $1 IS NULL OR $2 IS NULL THEN NULL ELSE ${metres(maxRadians('$1', '$2'))} END`),
);

/** Not available on Athena, which measures on the plane, where another point is closest. */
export const closestPoint: Expand = (args, context) => {
  const made = runtime('closest_point', '')(args, context);
  if (made.kind === 'call') fail('unsupported_function', context.at, 'ST_CLOSESTPOINT takes constants alone.');
  return made;
};

const isExtended = (expr: Expr): expr is Extract<Expr, { kind: 'shape' }> =>
  expr.kind === 'shape' && expr.shape.type !== 'Point';

/** The edges of a shape; its points are edges without a length. */
function edgesOf(shape: Shape): [Position, Position][] {
  const { points, lines, polygons } = partsOf(shape);
  const ofLine = (line: readonly Position[]) =>
    line.slice(1).map((to, index): [Position, Position] => [line[index] ?? to, to]);
  return [
    ...points.map((point): [Position, Position] => [point, point]),
    ...[...lines, ...polygons.flat()].flatMap(ofLine),
  ];
}

/** Metres from the point `$1` to the nearest of some edges, in Trino. */
function edgesText(edges: readonly (readonly [Position, Position])[]): string {
  const numbers = edges.map(([from, to]) => {
    const [a, b] = [toVector(from), toVector(to)];
    const normal = normalOf(a, b);
    const size = length(normal);
    const pole: Vector = size < 1e-15 ? [0, 0, 0] : scaled(normal, 1 / size);
    // No point lies beside an edge without a length.
    const min = size < 1e-15 ? 2 : 0;
    return `ARRAY[${[...a, ...b, ...pole, ...cross(pole, a), ...cross(b, pole), min].map((value) => value.toExponential()).join(', ')}]`;
  });
  const point =
    'ARRAY[cos(radians($1.y)) * cos(radians($1.x)), cos(radians($1.y)) * sin(radians($1.x)), sin(radians($1.y))]';
  return metres(let_(point, 'p', `array_min(transform(ARRAY[${numbers.join(', ')}], e -> ${radiansToEdge}))`));
}
