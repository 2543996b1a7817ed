import { partsOf } from '../../geography/parts.ts';
import type { Position, Shape } from '../../geography/shape.ts';
import type { Expr } from '../../plan/expressions.ts';
import { typeOf } from '../../types/sql-type.ts';
import { both, call } from '../build.ts';
import type { Expand } from '../row.ts';
import { runtime, runtimeName } from './define.ts';
import { number } from './number-text.ts';
import { type Edge, slabTree } from './slab-tree.ts';

const bool = typeOf('BOOL');
const radians = Math.PI / 180;
/** Edges that are written one after the other; of more, the longitude leads to the few that matter. */
const mostInline = 12;

/**
 * Whether a point lies in a constant polygon, as SQL on its degrees: how many edges pass north of it. The great circle of an edge is
 * tan(latitude) = p cos(longitude) + q sin(longitude), so that edges need not be cut. NULL for a point that is NULL.
 */
function insideText(polygons: readonly Position[][][], engine: 'duckdb' | 'trino'): string {
  const edges = polygons.flat().flatMap((ring) => ring.slice(1).flatMap((to, index) => edgeOf(ring[index] ?? to, to)));
  const box = boxText(polygons.flat(2));
  const [height, cosine, sine] = ['tan(radians($1.y))', 'cos(radians($1.x))', 'sin(radians($1.x))'];
  if (edges.length <= mostInline) {
    const passes = edges
      .map(textsOf)
      .map(
        ({ west, east, p, q }) =>
          `CASE WHEN $1.x >= ${west} AND $1.x < ${east} AND ${height} < ${p} * ${cosine} + ${q} * ${sine} THEN 1 ELSE 0 END`,
      );
    return `${box} AND ((${passes.join(' + ') || '0'}) % 2 = 1 OR $1.x IS NULL)`;
  }
  const test = (e: string) => `$1.x >= ${e}w AND $1.x < ${e}e AND ${height} < ${e}p * ${cosine} + ${e}q * ${sine}`;
  if (engine === 'duckdb') {
    const tree = slabTree(edges, '$1.x', '$1.y');
    if (tree) return `${box} AND (${tree} OR $1.x IS NULL)`;
    const rows = edges
      .map(textsOf)
      .map(({ west, east, p, q }) => `(${west}, ${east}, ${p}, ${q})`)
      .join(', ');
    return `${box} AND ((SELECT count(*) % 2 = 1 FROM (VALUES ${rows}) AS edges(w, e, p, q) WHERE ${test('')}) OR $1.x IS NULL)`;
  }
  const rows = edges
    .map(textsOf)
    .map(({ west, east, p, q }) => `ROW(${west}, ${east}, ${p}, ${q})`)
    .join(', ');
  const typed = `CAST(ARRAY[${rows}] AS ARRAY(ROW(w DOUBLE, e DOUBLE, p DOUBLE, q DOUBLE)))`;
  return `${box} AND (cardinality(filter(${typed}, d -> ${test('d.')})) % 2 = 1 OR $1.x IS NULL)`;
}

/** An edge from west to east; edges along a meridian are passed by nobody. */
function edgeOf(a: Position, b: Position): Edge[] {
  const [from, to] = a[0] < b[0] ? [a, b] : [b, a];
  const span = Math.sin((to[0] - from[0]) * radians);
  if (from[0] === to[0] || span === 0) return [];
  const [first, last] = [Math.tan(from[1] * radians), Math.tan(to[1] * radians)];
  const p = (first * Math.sin(to[0] * radians) - last * Math.sin(from[0] * radians)) / span;
  const q = (last * Math.cos(from[0] * radians) - first * Math.cos(to[0] * radians)) / span;
  return [{ west: from[0], east: to[0], p, q }];
}

const textsOf = ({ west, east, p, q }: Edge) => ({
  west: number(west),
  east: number(east),
  p: number(p),
  q: number(q),
});

/** Edges bulge towards the poles: by a degree for each ten degrees of longitude or less is more than they do. */
function boxText(positions: readonly Position[]): string {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [longitude, latitude] of positions) {
    [west, east] = [Math.min(west, longitude), Math.max(east, longitude)];
    [south, north] = [Math.min(south, latitude), Math.max(north, latitude)];
  }
  const span = east - west;
  // At 45 degrees, where it is most, an edge over n degrees of longitude rises by less than n² / 400 degrees up to 100.
  const bulge = span > 100 ? 90 : (span * span) / 400 + 1e-9;
  return `$1.x BETWEEN ${number(west)} AND ${number(east)} AND $1.y BETWEEN ${number(south - bulge)} AND ${number(north + bulge)}`;
}

/** A polygon with which points can be compared by their degrees alone. */
function polygonsOf(expr: Expr | undefined): Position[][][] | undefined {
  const parts = expr?.kind === 'shape' ? partsOf(expr.shape as Shape) : undefined;
  return parts && parts.polygons.length > 0 && parts.points.length + parts.lines.length === 0
    ? parts.polygons
    : undefined;
}

const isShape = (expr: Expr | undefined) => expr?.kind === 'shape';

/**
 * A predicate of two geographies, of which one may be a constant polygon and the other a column of points.
 *
 * @param pointIs which argument a point may be for the polygon to be asked whether it is inside: `any` of the two, the `first` or the `second`.
 */
export const predicate =
  (name: string, trino: string, pointIs: 'any' | 'first' | 'second'): Expand =>
  (args, context) => {
    const [a, b] = args;
    const fallback = runtime(name, trino)(args, context);
    if (!a || !b || isShape(a) === isShape(b) || fallback.kind !== 'call') return fallback;
    const [point, polygon] = isShape(b) ? [a, b] : [b, a];
    const fits = pointIs === 'any' || (pointIs === 'first') === (point === a);
    const polygons = fits ? polygonsOf(polygon) : undefined;
    if (!polygons) return fallback;
    const inOrder = (text: string) =>
      point === a ? text : text.replace(/\$([12])/g, (_, digit) => (digit === '1' ? '$2' : '$1'));
    const general = { duckdb: `${runtimeName(name)}(${inOrder('$1, $2')})`, trino: inOrder(trino) };
    const inside = { duckdb: insideText(polygons, 'duckdb'), trino: insideText(polygons, 'trino') };
    const text = {
      duckdb: `CASE WHEN $1.x IS NOT NULL THEN ${inside.duckdb} WHEN $1 IS NULL THEN NULL ELSE ${general.duckdb} END`,
      trino: general.trino,
    };
    return { kind: 'call', at: context.at, type: bool, text, points: inside, args: [point, polygon] };
  };

/** A predicate that is false for geographies without a place in common. */
export const meeting =
  (of: Expand): Expand =>
  (args, context) => {
    const made = of(args, context);
    return made.kind === 'call' ? { ...made, meeting: true } : made;
  };

/** The other way round: `ST_WITHIN(a, b)` is `ST_CONTAINS(b, a)`. */
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
