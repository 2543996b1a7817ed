import type { Shape } from '../../geography/shape.ts';
import type { EngineText, Expr } from '../../plan/expressions.ts';
import { typeOf } from '../../types/sql-type.ts';
import { both } from '../build.ts';
import { number } from './define.ts';

/** Radius of the earth as a sphere, in metres; the one with which distances are computed. */
const radius = 6_371_010;
/** Maximum distance; beyond it a box of degrees is hardly selective. */
const maxMetres = 1_000_000;
const radians = Math.PI / 180;

/**
 * Whether stored points are within a number of metres of a constant one: a box of degrees, by which files and row
 * groups are skipped, and then the haversine of the distance. Undefined if this does not apply.
 *
 * @param others template for geographies other than points.
 */
export function nearPoint(from: Expr, to: Expr, metres: Expr, at: number, others: EngineText): Expr | undefined {
  if (from.kind === 'shape' || to.kind !== 'shape' || metres.kind !== 'literal') return undefined;
  const shape = to.shape as Shape;
  const max = Number(metres.value);
  const box = shape.type === 'Point' ? boxAround(shape.coordinates, max) : undefined;
  if (!box || shape.type !== 'Point') return undefined;
  const [west, south, east, north] = box.map(number);
  const [x, y] = shape.coordinates.map(number);
  const inBox = `$1.x BETWEEN ${west} AND ${east} AND $1.y BETWEEN ${south} AND ${north}`;
  const cosine = number(Math.cos(shape.coordinates[1] * radians));
  const square = (degrees: string) => `sin(radians(${degrees}) / 2) * sin(radians(${degrees}) / 2)`;
  const haversine = `${square(`$1.y - ${y}`)} + cos(radians($1.y)) * ${cosine} * ${square(`$1.x - ${x}`)}`;
  const near = `${haversine} <= ${number(Math.sin(max / radius / 2) ** 2)}`;
  return {
    kind: 'call',
    at,
    type: typeOf('BOOL'),
    text: {
      duckdb: `CASE WHEN $1.x IS NOT NULL THEN ${near} WHEN $1 IS NULL THEN NULL ELSE ${others.duckdb} END`,
      trino: others.trino,
    },
    points: both(`${inBox} AND ${near}`),
    args: [from, to, metres],
  };
}

/** Undefined around the poles and the 180th meridian. */
function boxAround([x, y]: readonly [number, number], metres: number): number[] | undefined {
  if (!(metres >= 0 && metres <= maxMetres)) return undefined;
  const angle = metres / radius;
  // Rounding adds less than a micrometre.
  const high = angle / radians + 1e-11;
  if (Math.abs(y) + high >= 90) return undefined;
  const wide = Math.asin(Math.sin(angle) / Math.cos(y * radians)) / radians + 1e-11;
  return Math.abs(x) + wide >= 180 ? undefined : [x - wide, y - high, x + wide, y + high];
}
