import { hasNorthPole } from '../../geography/antimeridian/meridians.ts';
import { type Arc, arcsOf } from '../../geography/arcs.ts';
import { boxOf } from '../../geography/box.ts';
import { partsOf } from '../../geography/parts.ts';
import type { Position, Shape } from '../../geography/shape.ts';
import type { SpatialRelation } from '../../geography/spatial-index.ts';
import { toWkbHex } from '../../geography/wkb.ts';
import type { Expr } from '../../plan/expressions.ts';
import { typeOf } from '../../types/sql-type.ts';
import { both, call } from '../build.ts';
import type { Expand } from '../row.ts';
import { number, runtime, runtimeName } from './define.ts';

const bool = typeOf('BOOL');
/** Maximum edges that are written inline. */
const maxInline = 12;

/**
 * SQL that tests whether a point is in a constant polygon, by counting the edges north of it. NULL for a point that is
 * NULL.
 */
function insideText(shape: Shape, polygons: readonly Position[][][], engine: 'duckdb' | 'trino'): string {
  const edges = arcsOf(polygons);
  const box = boxText(shape);
  // Counted from the north pole.
  const inside = hasNorthPole(polygons) ? 0 : 1;
  const [height, cosine, sine] = ['tan(radians($1.y))', 'cos(radians($1.x))', 'sin(radians($1.x))'];
  if (edges.length <= maxInline) {
    const passes = edges
      .map(textsOf)
      .map(
        ({ west, east, p, q }) =>
          `CASE WHEN $1.x >= ${west} AND $1.x < ${east} AND ${height} < ${p} * ${cosine} + ${q} * ${sine} THEN 1 ELSE 0 END`,
      );
    return `${box} AND ((${passes.join(' + ') || '0'}) % 2 = ${inside} OR $1.x IS NULL)`;
  }
  if (engine === 'duckdb') {
    // As inline SQL, more edges would take longer to parse and test: 440 ms for two hundred edges and a million points,
    // and this a quarter of it.
    return `${box} AND (${runtimeName('inside')}($1.x, $1.y, unhex('${toWkbHex(shape)}')) OR $1.x IS NULL)`;
  }
  const test = `$1.x >= d.w AND $1.x < d.e AND ${height} < d.p * ${cosine} + d.q * ${sine}`;
  const rows = edges
    .map(textsOf)
    .map(({ west, east, p, q }) => `ROW(${west}, ${east}, ${p}, ${q})`)
    .join(', ');
  const typed = `CAST(ARRAY[${rows}] AS ARRAY(ROW(w DOUBLE, e DOUBLE, p DOUBLE, q DOUBLE)))`;
  return `${box} AND (cardinality(filter(${typed}, d -> ${test})) % 2 = ${inside} OR $1.x IS NULL)`;
}

const textsOf = ({ west, east, p, q }: Arc) => ({
  west: number(west),
  east: number(east),
  p: number(p),
  q: number(q),
});

function boxText(shape: Shape): string {
  const [west, south, east, north] = (boxOf(shape) ?? [0, 0, -1, -1]).map(number);
  return `$1.x BETWEEN ${west} AND ${east} AND $1.y BETWEEN ${south} AND ${north}`;
}

/** The polygons of a shape that consists of polygons only, with which points can be compared by their degrees. */
function polygonsOf(shape: Shape): Position[][][] | undefined {
  const { points, lines, polygons } = partsOf(shape);
  return polygons.length > 0 && points.length + lines.length === 0 ? polygons : undefined;
}

const isShape = (expr: Expr | undefined) => expr?.kind === 'shape';

/**
 * A predicate of two geographies, of which one may be a constant polygon and the other a column of points.
 *
 * @param pointIs the argument that may be a point for the test whether it is inside the polygon: `any` of the two, the
 * `first` or the `second`.
 */
export const predicate =
  (name: string, trino: string, pointIs: 'any' | 'first' | 'second'): Expand =>
  (args, context) => {
    const [a, b] = args;
    const fallback = runtime(name, trino)(args, context);
    if (!a || !b || isShape(a) === isShape(b) || fallback.kind !== 'call') return fallback;
    const [point, polygon] = isShape(b) ? [a, b] : [b, a];
    const fits = pointIs === 'any' || (pointIs === 'first') === (point === a);
    const shape = polygon.kind === 'shape' ? (polygon.shape as Shape) : undefined;
    const polygons = shape && fits ? polygonsOf(shape) : undefined;
    if (!shape || !polygons) return fallback;
    const inOrder = (text: string) =>
      point === a ? text : text.replace(/\$([12])/g, (_, digit) => (digit === '1' ? '$2' : '$1'));
    const general = { duckdb: `${runtimeName(name)}(${inOrder('$1, $2')})`, trino: inOrder(trino) };
    const inside = { duckdb: insideText(shape, polygons, 'duckdb'), trino: insideText(shape, polygons, 'trino') };
    const text = {
      duckdb: `CASE WHEN $1.x IS NOT NULL THEN ${inside.duckdb} WHEN $1 IS NULL THEN NULL ELSE ${general.duckdb} END`,
      trino: general.trino,
    };
    return { kind: 'call', at: context.at, type: bool, text, points: inside, args: [point, polygon] };
  };

/** A predicate that is false for disjoint geographies. */
export const meeting =
  (relation: SpatialRelation, of: Expand): Expand =>
  (args, context) => {
    const made = of(args, context);
    return made.kind === 'call' ? { ...made, meeting: true, relation } : made;
  };

/** A predicate with swapped arguments: `ST_WITHIN(a, b)` is `ST_CONTAINS(b, a)`. */
export const turned =
  (of: Expand): Expand =>
  ([a, b], context) =>
    of([...(b ? [b] : []), ...(a ? [a] : [])], context);

export const negated =
  (of: Expand): Expand =>
  (args, context) => {
    const made = of(args, context);
    if (made.kind === 'literal') return { ...made, value: made.value === null ? null : !made.value };
    return call(context.at, bool, both('NOT ($1)'), [made]);
  };
