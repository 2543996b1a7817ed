import { fail } from '../../fault.ts';
import { partsOf } from '../../geography/parts.ts';
import type { Position, Shape } from '../../geography/shape.ts';
import { cross, earthRadius, length, scaled, toVector, type Vector } from '../../geography/sphere.ts';
import type { Expr } from '../../plan/expressions.ts';
import { typeOf } from '../../types/sql-type.ts';
import { both, call, isNull, nullOf } from '../build.ts';
import type { Expand } from '../row.ts';
import { runtime, runtimeName } from './define.ts';
import { sphere } from './define-row.ts';
import { nearPoint } from './near-point.ts';
import { pointsOnly } from './points-only.ts';

/** Of a constant; each is some 300 characters of a query's text. */
const mostEdges = 200;

/** Metres between two points by their degrees, exact for the smallest distances. */
const haversine = `${(2 * earthRadius).toExponential()} * asin(least(1e0, sqrt(power(sin(radians($2.y - $1.y) / 2), 2) + cos(radians($1.y)) * cos(radians($2.y)) * power(sin(radians($2.x - $1.x) / 2), 2))))`;
const ofPoints = (duckdb: string) =>
  `CASE WHEN $1.x IS NOT NULL AND $2.x IS NOT NULL THEN ${duckdb} WHEN $1 IS NULL OR $2 IS NULL THEN NULL ELSE error('${pointsOnly}') END`;
const onTrino = `ST_Distance(${sphere('$1')}, ${sphere('$2')})`;

const betweenPoints = runtime('distance', onTrino, ofPoints(haversine));

/** Between points, or between a point and any constant. */
export const distance: Expand = ([a, b], context) => {
  if (!a || !b) throw new Error('arguments are missing');
  const made = betweenPoints([a, b], context);
  const [point, shape] = isExtended(a) ? [b, a] : [a, b];
  if (made.kind !== 'call' || !isExtended(shape)) return made;
  const edges = edgesOf(shape.shape);
  if (edges.length === 0) return nullOf(context.at, typeOf('FLOAT64'));
  if (edges.length > mostEdges) {
    fail(
      'unsupported_feature',
      shape.at,
      `A distance is measured to a constant of ${mostEdges} edges at most, and this one has ${edges.length}.`,
      {
        hint: 'Ask with ST_INTERSECTS what lies within, or leave out edges that do not matter.',
      },
    );
  }
  const toEdges = edgesText(edges);
  const isArea = partsOf(shape.shape).polygons.length > 0;
  return call(
    context.at,
    typeOf('FLOAT64'),
    {
      duckdb: `CASE WHEN $1 IS NULL THEN NULL WHEN $1.x IS NOT NULL THEN ${runtimeName('distance')}($1, $2) ELSE error('${pointsOnly}') END`,
      trino: isArea ? `IF(ST_Intersects($1, $2), 0e0, ${toEdges})` : toEdges,
    },
    [point, shape],
  );
};

/** Places further apart in latitude alone need no distance. */
export const within: Expand = ([a, b, metres], context) => {
  if (!a || !b || !metres) throw new Error('arguments are missing');
  const away = distance([a, b], context);
  if (isNull(away) || isNull(metres)) return nullOf(context.at, context.type);
  if (away.kind === 'literal' || isExtended(a) || isExtended(b))
    return call(context.at, context.type, both('$1 <= $2'), [away, metres]);
  const around = nearPoint(a, b, metres, context.at) ?? nearPoint(b, a, metres, context.at);
  if (around) return around;
  const duckdb = ofPoints(`abs($2.y - $1.y) <= $3 / 111195e0 AND ${haversine} <= $3`);
  return call(context.at, context.type, { duckdb, trino: `${onTrino} <= $3` }, [a, b, metres]);
};

/** Athena measures on the map, where another place is nearest. */
export const closestPoint: Expand = (args, context) => {
  const made = runtime('closest_point', '')(args, context);
  if (made.kind === 'call') fail('unsupported_function', context.at, 'ST_CLOSESTPOINT takes constants alone.');
  return made;
};

const isExtended = (expr: Expr): expr is Extract<Expr, { kind: 'shape' }> =>
  expr.kind === 'shape' && expr.shape.type !== 'Point';

/** Places alone are edges without a length. */
function edgesOf(shape: Shape): [Position, Position][] {
  const { points, lines, polygons } = partsOf(shape);
  const ofLine = (line: readonly Position[]) =>
    line.slice(1).map((to, index): [Position, Position] => [line[index] ?? to, to]);
  return [
    ...points.map((point): [Position, Position] => [point, point]),
    ...[...lines, ...polygons.flat()].flatMap(ofLine),
  ];
}

/**
 * Metres from the point `$1` to the nearest of some edges, in Trino. Of each edge there are its ends, the pole of its great circle, and the
 * poles of the circles that bound what lies beside it; where the point does not, the chords to the ends tell, which are exact when short.
 */
function edgesText(edges: readonly (readonly [Position, Position])[]): string {
  const numbers = edges.map(([from, to]) => {
    const [a, b] = [toVector(from), toVector(to)];
    const normal = cross(a, b);
    const size = length(normal);
    const pole: Vector = size < 1e-15 ? [0, 0, 0] : scaled(normal, 1 / size);
    // Beside an edge without a length there is nothing.
    const least = size < 1e-15 ? 2 : 0;
    return `ARRAY[${[...a, ...b, ...pole, ...cross(pole, a), ...cross(b, pole), least].map((value) => value.toExponential()).join(', ')}]`;
  });
  const product = (first: number) => [0, 1, 2].map((axis) => `e[${first + axis}] * p[${axis + 1}]`).join(' + ');
  const chord = (first: number) =>
    `sqrt(${[0, 1, 2].map((axis) => `power(e[${first + axis}] - p[${axis + 1}], 2)`).join(' + ')})`;
  const angle = `IF(${product(10)} >= e[16] AND ${product(13)} >= e[16], abs(asin(greatest(-1e0, least(1e0, ${product(7)})))), 2e0 * asin(least(1e0, 5e-1 * least(${chord(1)}, ${chord(4)}))))`;
  const place =
    'ARRAY[cos(radians($1.y)) * cos(radians($1.x)), cos(radians($1.y)) * sin(radians($1.x)), sin(radians($1.y))]';
  return `${earthRadius.toExponential()} * element_at(transform(ARRAY[${place}], p -> array_min(transform(ARRAY[${numbers.join(', ')}], e -> ${angle}))), 1)`;
}
