import type { Maker, Scope } from './scope.ts';

const polygons = [
  "ST_GEOGFROMTEXT('POLYGON((-89.75 40.46, -89.742 40.46, -89.742 40.466, -89.75 40.466, -89.75 40.46))')",
  "ST_GEOGFROMTEXT('POLYGON((-89.76 40.455, -89.735 40.461, -89.738 40.47, -89.75 40.463, -89.76 40.455))')",
];
const places = ['ST_GEOGPOINT(-89.7451, 40.4631)', 'ST_GEOGPOINT(-89.7375, 40.4625)'];

/** A value that is made of a place, where something to name has one. What the engines compute each in their own way is rounded. */
export function geographyExpression({ random }: Maker, { values }: Scope, type: string): string | undefined {
  const located = values.filter((value) => value.type === 'GEOGRAPHY');
  if (located.length === 0) return undefined;
  const here = random.one(located).sql;
  const isPoint = !here.startsWith('f');
  const polygon = random.one(polygons);
  const place = random.one(places);
  if (type === 'BOOL') {
    return random.one([
      `ST_INTERSECTS(${here}, ${polygon})`,
      `ST_CONTAINS(${polygon}, ${here})`,
      `ST_WITHIN(${here}, ${polygon})`,
      `ST_COVERS(${polygon}, ${here})`,
      `ST_DISJOINT(${here}, ${polygon})`,
      ...(isPoint ? [`ST_DWITHIN(${here}, ${place}, ${random.one(['50', '500', '2000'])})`] : []),
    ]);
  }
  if (type === 'FLOAT64') {
    return isPoint
      ? random.one([`ST_X(${here})`, `ST_Y(${here})`, `ROUND(ST_DISTANCE(${here}, ${place}), 4)`])
      : random.one([`ROUND(ST_AREA(${here}), 0)`, `ROUND(ST_PERIMETER(${here}), 3)`]);
  }
  if (type === 'INT64') return random.one([`ST_NUMPOINTS(${here})`, `ST_DIMENSION(${here})`]);
  return type === 'STRING' && isPoint ? random.one([`ST_ASTEXT(${here})`, `ST_GEOMETRYTYPE(${here})`]) : undefined;
}
