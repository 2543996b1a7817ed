import { type FunctionRow, signature, synonym, writes } from '../row.ts';
import { centroidOnTrino } from './centroid.ts';
import { runtime, runtimeName } from './define.ts';
import { geo, geographyRow, road, sphere, square } from './define-row.ts';

const nextSquare = "ST_GEOGFROMTEXT('POLYGON((1 0, 2 0, 2 1, 1 1, 1 0))')";

const union: FunctionRow = geographyRow(
  'ST_UNION',
  'Both, or all of an array, together.',
  `ROUND(ST_AREA(ST_UNION(${square}, ${nextSquare})) / 1e6)`,
  24728,
  signature('GEOGRAPHY, GEOGRAPHY -> GEOGRAPHY', runtime('union', 'ST_Union($1, $2)')),
  writes(
    'ARRAY<GEOGRAPHY> -> GEOGRAPHY',
    `${runtimeName('union_all')}(list_filter($1, x -> x IS NOT NULL))`,
    'geometry_union(filter($1, x -> x IS NOT NULL))',
  ),
);

const onTrino = {
  area: `CASE WHEN ST_Dimension($1) = 2 THEN coalesce(ST_Area(${sphere('$1')}), 0e0) WHEN $1 IS NOT NULL THEN 0e0 END`,
  length: `CASE WHEN ST_Dimension($1) = 1 THEN ST_Length(${sphere('$1')}) WHEN $1 IS NOT NULL THEN 0e0 END`,
  perimeter: `CASE WHEN ST_Dimension($1) = 2 THEN ST_Length(${sphere('ST_Boundary($1)')}) WHEN $1 IS NOT NULL THEN 0e0 END`,
};

export const measureRows: FunctionRow[] = [
  geo(
    'ST_AREA',
    'area',
    'Square metres.',
    `ROUND(ST_AREA(${square}) / 1e6)`,
    12364,
    'GEOGRAPHY, BOOL? -> FLOAT64',
    onTrino.area,
  ),
  geo(
    'ST_LENGTH',
    'length',
    'Metres of lines.',
    `ROUND(ST_LENGTH(${road}), 3)`,
    222373.266,
    'GEOGRAPHY, BOOL? -> FLOAT64',
    onTrino.length,
  ),
  geo(
    'ST_PERIMETER',
    'perimeter',
    'Metres around polygons.',
    `ROUND(ST_PERIMETER(${square}) / 1000)`,
    445,
    'GEOGRAPHY, BOOL? -> FLOAT64',
    onTrino.perimeter,
  ),
  geo(
    'ST_CENTROID',
    'centroid',
    'The centre of mass.',
    `ROUND(ST_X(ST_CENTROID(${square})), 6)`,
    0.5,
    'GEOGRAPHY -> GEOGRAPHY',
    centroidOnTrino,
  ),
  union,
  synonym(union, 'ST_COLLECT', `ROUND(ST_AREA(ST_COLLECT([${square}, ${nextSquare}])) / 1e6)`),
  {
    ...geographyRow(
      'ST_UNARYUNION',
      'What ST_COLLECT has put together is one already.',
      `ROUND(ST_AREA(ST_UNARYUNION(ST_COLLECT(ARRAY(${square}, ${nextSquare})))) / 1e6)`,
      24728,
      writes('GEOGRAPHY -> GEOGRAPHY', '$1'),
    ),
    synonymOf: 'the geography itself',
  },
  geo(
    'ST_INTERSECTION',
    'intersection',
    'What both have in common.',
    `ROUND(ST_AREA(ST_INTERSECTION(${square}, ST_GEOGFROMTEXT('POLYGON((0.5 0, 2 0, 2 1, 0.5 1, 0.5 0))'))) / 1e6)`,
    6182,
    'GEOGRAPHY, GEOGRAPHY -> GEOGRAPHY',
    'ST_Intersection($1, $2)',
  ),
  geo(
    'ST_DIFFERENCE',
    'difference',
    'The first without the second.',
    `ROUND(ST_AREA(ST_DIFFERENCE(${square}, ST_GEOGFROMTEXT('POLYGON((0.5 0, 2 0, 2 1, 0.5 1, 0.5 0))'))) / 1e6)`,
    6182,
    'GEOGRAPHY, GEOGRAPHY -> GEOGRAPHY',
    'ST_Difference($1, $2)',
  ),
  geo(
    'ST_CONVEXHULL',
    'convex_hull',
    'The smallest convex geography around it.',
    `ST_NUMPOINTS(ST_CONVEXHULL(ST_GEOGFROMTEXT('MULTIPOINT(0 0, 1 0, 1 1, 0 1, 0.5 0.5)')))`,
    5,
    'GEOGRAPHY -> GEOGRAPHY',
    'ST_ConvexHull($1)',
  ),
  geo(
    'ST_BOUNDARY',
    'boundary',
    'The border of polygons, as lines.',
    `ST_NUMPOINTS(ST_BOUNDARY(${square}))`,
    5,
    'GEOGRAPHY -> GEOGRAPHY',
    'ST_Boundary($1)',
  ),
];
