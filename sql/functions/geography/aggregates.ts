import { type FunctionRow, groupOf, signature, writes } from '../row.ts';
import { centroidOfAll, centroidOfPoints } from './centroid.ts';
import { runtimeName } from './define.ts';
import { centre, square } from './define-row.ts';

const aggregate = groupOf('Geography aggregates', 'aggregate');

const corner = (of: 'min' | 'max', axis: 'x' | 'y') =>
  `${of}(coalesce($1.${axis}, ${runtimeName(`${axis}${of}`)}($1)))`;
const ring = [
  ['min', 'min'],
  ['max', 'min'],
  ['max', 'max'],
  ['min', 'max'],
  ['min', 'min'],
] as const;
const boxText = `CASE WHEN count($1) = 0 THEN NULL ELSE ${runtimeName('from_text')}('POLYGON((' || ${ring
  .map(([x, y]) => `${corner(x, 'x')} || ' ' || ${corner(y, 'y')}`)
  .join(" || ', ' || ")} || '))') END`;
const boxOnTrino =
  'IF(count($1) = 0, NULL, ST_Envelope(ST_MultiPoint(ARRAY[ST_Point(min(ST_XMin($1)), min(ST_YMin($1))), ST_Point(max(ST_XMax($1)), max(ST_YMax($1)))])))';

export const geographyAggregateRows: FunctionRow[] = [
  aggregate(
    'ST_EXTENT',
    'The box around all, as STRUCT<xmin, ymin, xmax, ymax>.',
    `(SELECT ST_EXTENT(g).xmax FROM UNNEST([${square}]) AS g)`,
    1,
    writes(
      'GEOGRAPHY -> STRUCT<xmin FLOAT64, ymin FLOAT64, xmax FLOAT64, ymax FLOAT64>',
      `CASE WHEN count($1) = 0 THEN NULL ELSE {'f1': min(coalesce($1.x, ${runtimeName('xmin')}($1))), 'f2': min(coalesce($1.y, ${runtimeName('ymin')}($1))), 'f3': max(coalesce($1.x, ${runtimeName('xmax')}($1))), 'f4': max(coalesce($1.y, ${runtimeName('ymax')}($1)))} END`,
      `IF(count($1) = 0, NULL, CAST(ROW(min(ST_XMin($1)), min(ST_YMin($1)), max(ST_XMax($1)), max(ST_YMax($1))) AS ROW(f1 DOUBLE, f2 DOUBLE, f3 DOUBLE, f4 DOUBLE)))`,
    ),
  ),
  {
    ...aggregate(
      'ST_ENVELOPE_AGGR',
      'The box around all, as a polygon.',
      `(SELECT ST_NUMPOINTS(ST_ENVELOPE_AGGR(g)) FROM UNNEST([${square}]) AS g)`,
      5,
      writes('GEOGRAPHY -> GEOGRAPHY', boxText, boxOnTrino),
    ),
    synonymOf: 'ST_EXTENT',
  },
  aggregate(
    'ST_UNION_AGG',
    'All together.',
    `(SELECT ST_NUMPOINTS(ST_UNION_AGG(g)) FROM UNNEST([${centre}, ${centre}]) AS g)`,
    1,
    writes(
      'GEOGRAPHY -> GEOGRAPHY',
      `${runtimeName('union_all')}(list($1) FILTER (WHERE $1 IS NOT NULL))`,
      'geometry_union_agg($1)',
    ),
  ),
  aggregate(
    'ST_CENTROID_AGG',
    'The centre of mass of all.',
    `(SELECT ROUND(ST_X(ST_CENTROID_AGG(g)), 6) FROM UNNEST([ST_GEOGPOINT(0, 0), ST_GEOGPOINT(1, 0)]) AS g)`,
    0.5,
    { ...signature('GEOGRAPHY -> GEOGRAPHY', centroidOfAll), points: centroidOfPoints },
  ),
];
