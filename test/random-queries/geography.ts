import type { Random } from './random.ts';
import type { Maker, Scope } from './scope.ts';

const polygons = [
  "ST_GEOGFROMTEXT('POLYGON((-89.75 40.46, -89.742 40.46, -89.742 40.466, -89.75 40.466, -89.75 40.46))')",
  "ST_GEOGFROMTEXT('POLYGON((-89.76 40.455, -89.735 40.461, -89.738 40.47, -89.75 40.463, -89.76 40.455))')",
];
const points = ['ST_GEOGPOINT(-89.7451, 40.4631)', 'ST_GEOGPOINT(-89.7375, 40.4625)'];

/** Shapes at the limits of functions. The engine has to find out which of them a row has. */
const shapes = [
  'POINT EMPTY',
  'LINESTRING EMPTY',
  'POLYGON EMPTY',
  'GEOMETRYCOLLECTION EMPTY',
  'POINT(-89.745 40.463)',
  'MULTIPOINT(-89.745 40.463, -89.74 40.463)',
  'LINESTRING(-89.745 40.463, -89.74 40.463)',
  'LINESTRING(-89.745 40.463, -89.74 40.463, -89.74 40.467, -89.745 40.463)',
  'MULTILINESTRING((-89.745 40.463, -89.74 40.463), (-89.73 40.46, -89.73 40.47))',
  'POLYGON((-89.75 40.46, -89.742 40.46, -89.742 40.466, -89.75 40.466, -89.75 40.46), (-89.748 40.462, -89.748 40.464, -89.744 40.464, -89.744 40.462, -89.748 40.462))',
  'MULTIPOLYGON(((-89.75 40.46, -89.742 40.46, -89.742 40.466, -89.75 40.46)), ((-89.73 40.46, -89.72 40.46, -89.72 40.466, -89.73 40.46)))',
  'GEOMETRYCOLLECTION(MULTIPOINT(-89.745 40.463, -89.74 40.463), LINESTRING(-89.745 40.463, -89.74 40.463))',
  'GEOMETRYCOLLECTION(POINT(-89.745 40.463), LINESTRING(-89.745 40.463, -89.74 40.463))',
];

function shapeOfRow(random: Random, { values }: Scope): string | undefined {
  const truths = values.filter(({ type }) => type === 'STRING');
  if (truths.length === 0) return undefined;
  const [one, other] = [random.one(shapes), random.one(shapes)];
  return `IF(${random.one(truths).sql} < 'm', ST_GEOGFROMTEXT('${one}'), ${random.chance(0.8) ? `ST_GEOGFROMTEXT('${other}')` : 'NULL'})`;
}

function ofShape(random: Random, shape: string, type: string): string | undefined {
  switch (type) {
    case 'BOOL':
      return random.one([
        `ST_ISEMPTY(${shape})`,
        `ST_ISCLOSED(${shape})`,
        `ST_ISRING(${shape})`,
        `ST_ISCOLLECTION(${shape})`,
        `ST_INTERSECTS(${shape}, ${random.one([...polygons, ...points])})`,
        `ST_DISJOINT(${shape}, ${random.one([...polygons, ...points])})`,
        `ST_COVERS(${random.one(polygons)}, ${shape})`,
        `ST_COVEREDBY(${shape}, ${random.one(polygons)})`,
        `ST_INTERSECTSBOX(${shape}, -89.75, 40.46, -89.742, 40.466)`,
      ]);
    case 'INT64':
      return `${random.one(['ST_NUMGEOMETRIES', 'ST_DIMENSION', 'ST_NUMPOINTS'])}(${shape})`;
    case 'FLOAT64':
      return random.one([
        `ROUND(${random.one(['ST_AREA', 'ST_LENGTH', 'ST_PERIMETER'])}(${shape}), 1)`,
        `ROUND(ST_AREA(ST_CONVEXHULL(${shape})), 0)`,
        `ROUND(ST_AREA(${random.one(['ST_INTERSECTION', 'ST_UNION', 'ST_DIFFERENCE'])}(${shape}, ${random.one(polygons)})), 0)`,
      ]);
    case 'STRING':
      return random.one([
        `ST_ASTEXT(${shape})`,
        `ST_GEOMETRYTYPE(${shape})`,
        `ST_ASTEXT(ST_STARTPOINT(${shape}))`,
        `ST_ASTEXT(ST_ENDPOINT(${shape}))`,
        `ST_ASTEXT(ST_POINTN(${shape}, ${random.one(['1', '2', '-1', '9'])}))`,
      ]);
    default:
      return undefined;
  }
}

/** A value made of a geography, if it has any. Values that engines compute differently are rounded. */
export function geographyExpression({ random }: Maker, { values }: Scope, type: string): string | undefined {
  const shape = random.chance(0.4) ? shapeOfRow(random, { values, key: [] }) : undefined;
  if (shape) return ofShape(random, shape, type);
  const located = values.filter((value) => value.type === 'GEOGRAPHY');
  if (located.length === 0) return undefined;
  const here = random.one(located).sql;
  const isPoint = !here.startsWith('f');
  const polygon = random.one(polygons);
  const point = random.one(points);
  if (type === 'BOOL') {
    return random.one([
      `ST_INTERSECTS(${here}, ${polygon})`,
      `ST_CONTAINS(${polygon}, ${here})`,
      `ST_WITHIN(${here}, ${polygon})`,
      `ST_COVERS(${polygon}, ${here})`,
      `ST_DISJOINT(${here}, ${polygon})`,
      `ST_COVEREDBY(${here}, ${polygon})`,
      `ST_TOUCHES(${here}, ${polygon})`,
      `ST_EQUALS(${here}, ${random.one([here, point])})`,
      `ST_INTERSECTSBOX(${here}, -89.75, 40.46, -89.742, 40.466)`,
      ...(isPoint ? [`ST_DWITHIN(${here}, ${point}, ${random.one(['50', '500', '2000'])})`] : []),
    ]);
  }
  if (type === 'FLOAT64') {
    return isPoint
      ? random.one([
          `ST_X(${here})`,
          `ST_Y(${here})`,
          `ROUND(ST_DISTANCE(${here}, ${point}), 4)`,
          `ROUND(ST_AZIMUTH(${here}, ${point}), 6)`,
          `ROUND(ST_LENGTH(ST_MAKELINE(${here}, ${point})), 4)`,
          `ROUND(ST_X(ST_SNAPTOGRID(${here}, 0.01)), 6)`,
        ])
      : random.one([
          `ROUND(ST_AREA(${here}), 0)`,
          `ROUND(ST_PERIMETER(${here}), 3)`,
          `ROUND(ST_X(ST_CENTROID(${here})), 5)`,
          `ROUND(ST_LENGTH(ST_BOUNDARY(${here})), 1)`,
          `ROUND(ST_AREA(ST_INTERSECTION(${here}, ${polygon})), 0)`,
        ]);
  }
  if (type === 'INT64') return random.one([`ST_NUMPOINTS(${here})`, `ST_DIMENSION(${here})`]);
  return type === 'STRING' && isPoint
    ? random.one([`ST_ASTEXT(${here})`, `ST_GEOMETRYTYPE(${here})`, `TO_HEX(ST_ASBINARY(${here}))`])
    : undefined;
}
