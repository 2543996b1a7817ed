import type { Compared } from '../tally.ts';

/** Middles of shapes over the antimeridian and around the poles; the last is neither. */
const middles = ['179.9999 0', '-179.99995 52', '180 -40', '0 90', '45 89.9997', '0 -90', '9 48'];

/** Shapes over the antimeridian and around the poles. */
const shapes = [
  'POLYGON((179.9 -17.2, -179.9 -17.2, -179.9 -17, 179.9 -17, 179.9 -17.2))',
  'POLYGON((179.9 60, -179.8 60, -179.8 60.2, 179.9 60.2, 179.9 60), (179.95 60.05, 179.95 60.1, -179.9 60.1, -179.9 60.05, 179.95 60.05))',
  'POLYGON((180 10, -179.9 10, -179.9 10.1, 180 10.1, 180 10))',
  'POLYGON((0 89.999, 90 89.999, 180 89.999, -90 89.999, 0 89.999))',
  'POLYGON((0 -89.9, -90 -89.9, 180 -89.9, 90 -89.9, 0 -89.9))',
  'MULTIPOLYGON(((179.9 1, 180 1, 180 1.1, 179.9 1.1, 179.9 1)), ((-180 1, -179.9 1, -179.9 1.1, -180 1.1, -180 1)))',
  'LINESTRING(179.95 -17.1, -179.95 -17.05, -179.8 -17.1)',
  'POINT(180 -17.1)',
];
/** Points inside, outside and on the border of these. */
const points = [
  ...['179.95 -17.1', '-179.95 -17.1', '180 -17.1', '0 -17.1', '179.8 -17.1', '-179.8 -17.1'],
  ...['179.97 60.07', '-179.85 60.15', '-179.99 60.12', '0 60.1', '-179.95 10.05', '179.95 10.05', '180 10'],
  ...[
    '45 89.9995',
    '-135 89.9992',
    '180 88.5',
    '0 90',
    '-45 -89.95',
    '12 -90',
    '12 -87.9',
    '179.95 1.05',
    '-179.95 1.05',
  ],
];

const text = (wkt: string) => `ST_GEOGFROMTEXT('${wkt}')`;
/** As a value of a column, so that no engine is given a constant. */
const ofColumn = (wkts: readonly string[], name: string) =>
  `(SELECT ST_GEOGFROMTEXT(w) AS ${name} FROM UNNEST([${wkts.map((wkt) => `'${wkt}'`).join(', ')}]) AS w)`;
const pointColumn = ofColumn(
  points.map((point) => `POINT(${point})`),
  'p',
);
const measured = (g: string) =>
  `ST_AREA(${g}), ST_PERIMETER(${g}), ST_LENGTH(${g}), ST_NUMPOINTS(${g}), ST_X(ST_CENTROID(${g})), ST_Y(ST_CENTROID(${g}))`;
const box = (g: string) => ['xmin', 'xmax', 'ymin', 'ymax'].map((side) => `ST_BOUNDINGBOX(${g}).${side}`).join(', ');

/** Shapes and points over the antimeridian and around the poles. Shapes are constants: decision 205 says what those in columns are on Athena. */
export function overAntimeridian(): Compared[] {
  const ofShapes = (made: (shape: string) => string) => shapes.map((shape) => made(text(shape)));
  const ofBuffers = middles.flatMap((middle) =>
    [20, 5_000].map((metres) => `ST_BUFFER(${text(`POINT(${middle})`)}, ${metres})`),
  );
  const areas = shapes.filter((shape) => /POLYGON/.test(shape)).map(text);
  const queries = [
    ...ofShapes((shape) => `SELECT ${measured(shape)}`),
    ...ofShapes((shape) => `SELECT ${box(shape)}`),
    ...ofBuffers.map((buffer) => `SELECT ${measured(buffer)}`),
    ...ofBuffers.map((buffer) => `SELECT ${box(buffer)}`),
    ...['ST_INTERSECTS', 'ST_DISTANCE', 'ST_DISJOINT', 'ST_COVERS'].flatMap((name) =>
      ofShapes((shape) => `SELECT ST_ASTEXT(p), ${name}(${shape}, p) FROM ${pointColumn}`),
    ),
    ...ofShapes((shape) => `SELECT ST_ASTEXT(p), ST_DWITHIN(p, ${shape}, 5000) FROM ${pointColumn}`),
    ...ofBuffers.map((buffer) => `SELECT ST_ASTEXT(p), ST_INTERSECTS(p, ${buffer}) FROM ${pointColumn}`),
    ...ofBuffers.map((buffer) => `SELECT id, ST_INTERSECTS(geometry, ${buffer}) FROM fields`),
    ...[-179.9, 180.1].map(
      (east) => `SELECT ST_ASTEXT(p), ST_INTERSECTSBOX(p, 179.9, -20, ${east}, 61) FROM ${pointColumn}`,
    ),
  ];
  const overlays = ['ST_UNION', 'ST_INTERSECTION', 'ST_DIFFERENCE'].flatMap((name) =>
    areas.flatMap((a) => areas.map((b) => `SELECT ST_AREA(${name}(${a}, ${b}))`)),
  );
  const compared = (text: string, tolerance: number): Compared => ({ id: text, text, tolerance });
  // Cut edges are within a centimetre of those that are drawn, which is 0.4 m² of the smallest shape.
  return [...queries.map((query) => compared(query, 1e-8)), ...overlays.map((overlay) => compared(overlay, 2e-5))];
}
