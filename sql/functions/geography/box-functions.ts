import { boundsOf } from '../../geography/antimeridian/bounds.ts';
import type { Expr } from '../../plan/expressions.ts';
import { call, nullOf } from '../build.ts';
import type { Expand } from '../row.ts';
import { number, runtimeName } from './define.ts';
import { withoutCuts } from './without-cuts.ts';

type Sides = Record<'xmin' | 'ymin' | 'xmax' | 'ymax', string>;

/** The sides of the box of `$1` on each engine; those of a constant are numbers. Undefined for an empty constant. */
function sidesOf(shape: Expr | undefined): { duckdb: Sides; trino: Sides } | undefined {
  const sides = (of: (side: keyof Sides) => string): Sides => ({
    xmin: of('xmin'),
    ymin: of('ymin'),
    xmax: of('xmax'),
    ymax: of('ymax'),
  });
  if (shape?.kind !== 'shape')
    return {
      duckdb: sides((side) => `coalesce($1.${side[0]}, ${runtimeName(side)}($1))`),
      trino: sides((side) => `ST_${side[0]?.toUpperCase()}M${side.slice(2)}($1)`),
    };
  const box = boundsOf(shape.shape)?.map(number);
  if (!box) return undefined;
  const constant = sides((side) => box[['xmin', 'ymin', 'xmax', 'ymax'].indexOf(side)] ?? '');
  return { duckdb: constant, trino: constant };
}

/** Cutting the edges of constants for a map may add vertices north of all others. */
export const boundingBox: Expand = withoutCuts((args, { at, type }) => {
  const sides = sidesOf(args[0]);
  if (!sides) return nullOf(at, type);
  const { duckdb: a, trino: b } = sides;
  const row = `CAST(ROW(${b.xmin}, ${b.ymin}, ${b.xmax}, ${b.ymax}) AS ROW(f1 DOUBLE, f2 DOUBLE, f3 DOUBLE, f4 DOUBLE))`;
  return call(
    at,
    type,
    {
      duckdb: `CASE WHEN ${a.xmin} IS NULL THEN NULL ELSE {'f1': ${a.xmin}, 'f2': ${a.ymin}, 'f3': ${a.xmax}, 'f4': ${a.ymax}} END`,
      trino: `IF(${b.xmin} IS NULL, NULL, ${row})`,
    },
    args,
  );
});

/** A box whose east is less than its west, or is above 180 degrees, lies over the antimeridian. */
const east = 'CASE WHEN $4 < $2 THEN $4 + 360 ELSE $4 END';
const meets = ({ xmin, ymin, xmax, ymax }: Sides) => {
  const turned = [0, 360, -360].map(
    (turn) => `(${xmin} + ${number(turn)} <= ${east} AND ${xmax} + ${number(turn)} >= $2)`,
  );
  return `(${turned.join(' OR ')}) AND ${ymin} <= $5 AND ${ymax} >= $3`;
};

export const intersectsBox: Expand = (args, { at, type }) => {
  const sides = sidesOf(args[0]);
  if (!sides) return nullOf(at, type);
  return call(at, type, { duckdb: meets(sides.duckdb), trino: meets(sides.trino) }, args);
};
