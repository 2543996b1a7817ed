import { fail } from '../../fault.ts';
import { typeOf } from '../../types/sql-type.ts';
import { call, isNull, nullOf } from '../build.ts';
import { type Expand, type FunctionRow, signature, synonym, writes } from '../row.ts';
import { runtime, runtimeName } from './define.ts';
import { centre, geo, geographyRow as scalar } from './define-row.ts';
import { withoutCuts } from './without-cuts.ts';

/** Degrees out of range end the query, as in BigQuery. */
const point: Expand = ([longitude, latitude], { at, type }) => {
  if (!longitude || !latitude) throw new Error('arguments are missing');
  if (isNull(longitude) || isNull(latitude)) return nullOf(at, type);
  if (longitude.kind === 'literal' && latitude.kind === 'literal') {
    const [x, y] = [Number(longitude.value), Number(latitude.value)];
    if (!(Math.abs(y) <= 90)) fail('invalid_geography', latitude.at, `Latitude ${y} is not between -90 and 90.`);
    if (!Number.isFinite(x)) fail('invalid_geography', longitude.at, `Longitude ${x} is not a number.`);
    return {
      kind: 'shape',
      at,
      type,
      shape: { type: 'Point', coordinates: [Math.abs(x) <= 180 ? x : x - 360 * Math.round(x / 360), y] },
    };
  }
  const wrapped = 'CASE WHEN abs($1) <= 180 THEN $1 ELSE $1 - 360 * round($1 / 360) END';
  const duckdb = `CASE WHEN $1 IS NULL OR $2 IS NULL THEN NULL WHEN abs($2) <= 90 THEN {'wkb': CAST(NULL AS BLOB), 'x': ${wrapped}, 'y': $2} ELSE error('a latitude is between -90 and 90') END`;
  return call(
    at,
    type,
    {
      duckdb,
      trino: `IF(abs($2) <= 90, ST_Point(${wrapped}, $2), ST_Point(CAST('a latitude is between -90 and 90' AS DOUBLE), $2))`,
    },
    [longitude, latitude],
  );
};

/** A text of hexadecimal digits is accepted as WKB. */
const fromHex: Expand = ([text], context) => {
  if (!text) throw new Error('an argument is missing');
  if (text.kind === 'literal' && typeof text.value === 'string') {
    const bytes = text.value.match(/^(?:[0-9a-fA-F]{2})+$/)
      ? (text.value.match(/../g) ?? []).map((pair) => String.fromCharCode(Number.parseInt(pair, 16))).join('')
      : '';
    return runtime('from_wkb', '')([{ ...text, type: typeOf('BYTES'), value: bytes }], context);
  }
  return call(
    context.at,
    context.type,
    { duckdb: `${runtimeName('from_wkb')}(unhex($1))`, trino: 'ST_GeomFromBinary(from_hex($1))' },
    [text],
  );
};

const buffer: Expand = (args, context) => {
  const [shape, metres, segments] = args;
  const constant =
    shape?.kind === 'shape' && metres?.kind === 'literal' && (segments === undefined || segments.kind === 'literal');
  if (!constant)
    fail('unsupported_function', context.at, 'ST_BUFFER takes constants alone.', {
      hint: 'Use ST_DWITHIN for what lies near a column.',
    });
  return runtime('buffer', '')(
    [...args, ...(segments ? [] : [{ kind: 'literal' as const, at: context.at, type: typeOf('FLOAT64'), value: 8 }])],
    context,
  );
};

/**
 * Metres per degree of latitude on the sphere; a degree of longitude is shorter, so that nothing moves farther than the
 * tolerance.
 */
const metresOfDegree = '111195e0';
const simplified = withoutCuts(
  runtime(
    'simplify',
    `CASE WHEN ST_GeometryType($1) IN ('ST_Point', 'ST_MultiPoint') THEN $1 ELSE simplify_geometry($1, $2 / ${metresOfDegree}) END`,
    `${runtimeName('simplify')}($1, $2 / ${metresOfDegree})`,
  ),
);
const simplify: Expand = (args, context) => {
  const [, metres] = args;
  const isConstant = metres?.kind === 'literal' && Number(metres.value) >= 0 && Number.isFinite(Number(metres.value));
  if (!isConstant)
    fail('invalid_query', metres?.at ?? context.at, 'ST_SIMPLIFY takes a constant number of metres, 0 or more.');
  return simplified(args, context);
};

const fromText = geo(
  'ST_GEOGFROMTEXT',
  'from_text',
  'A geography of WKT, with great circles as edges.',
  "ST_ASTEXT(ST_GEOGFROMTEXT('POINT(1 2)'))",
  'POINT(1 2)',
  'STRING -> GEOGRAPHY',
  'ST_GeometryFromText($1)',
);
const fromWkb: FunctionRow = scalar(
  'ST_GEOGFROMWKB',
  'A geography of WKB, of bytes or hexadecimal digits.',
  "ST_X(ST_GEOGFROMWKB('0101000000000000000000f03f0000000000000040'))",
  1,
  signature('BYTES -> GEOGRAPHY', runtime('from_wkb', 'ST_GeomFromBinary($1)')),
  signature('STRING -> GEOGRAPHY', fromHex),
  writes('GEOGRAPHY -> GEOGRAPHY', '$1'),
);
const makePoint: FunctionRow = scalar(
  'ST_GEOGPOINT',
  'A point of longitude and latitude in degrees.',
  'ST_ASTEXT(ST_GEOGPOINT(-89.75, 40.5))',
  'POINT(-89.75 40.5)',
  signature('FLOAT64, FLOAT64 -> GEOGRAPHY', point),
);

/** NULL if one of the points is. */
const line = runtime(
  'make_line',
  'IF(any_match($1, g -> g IS NULL), NULL, ST_LineString($1))',
  `CASE WHEN list_contains(list_transform($1, g -> g IS NULL), TRUE) THEN NULL ELSE ${runtimeName('make_line')}($1) END`,
);

export const makingRows: FunctionRow[] = [
  makePoint,
  fromText,
  geo(
    'ST_GEOGFROMGEOJSON',
    'from_geojson',
    'A geography of a GeoJSON geometry.',
    `ST_ASTEXT(ST_GEOGFROMGEOJSON('{"type":"Point","coordinates":[1,2]}'))`,
    'POINT(1 2)',
    'STRING -> GEOGRAPHY',
    'to_geometry(from_geojson_geometry($1))',
  ),
  fromWkb,
  scalar(
    'ST_BUFFER',
    'A circle around a constant point, in metres, with the given segments per quarter (8).',
    `ST_NUMPOINTS(ST_BUFFER(${centre}, 100))`,
    33,
    signature('GEOGRAPHY, FLOAT64, FLOAT64? -> GEOGRAPHY', buffer),
  ),
  scalar(
    'ST_MAKELINE',
    'A line through points.',
    'ST_ASTEXT(ST_MAKELINE(ST_GEOGPOINT(0, 0), ST_GEOGPOINT(0, 1)))',
    'LINESTRING(0 0, 0 1)',
    signature('ARRAY<GEOGRAPHY> -> GEOGRAPHY', line),
    signature('GEOGRAPHY, GEOGRAPHY -> GEOGRAPHY', (args, context) =>
      line(
        [{ kind: 'array', at: context.at, type: { kind: 'ARRAY', element: typeOf('GEOGRAPHY') }, elements: args }],
        context,
      ),
    ),
  ),
  geo(
    'ST_MAKEPOLYGON',
    'make_polygon',
    'The polygon inside a line.',
    "ST_NUMPOINTS(ST_MAKEPOLYGON(ST_GEOGFROMTEXT('LINESTRING(0 0, 1 0, 1 1, 0 0)')))",
    4,
    'GEOGRAPHY -> GEOGRAPHY',
    'ST_Polygon(ST_AsText($1))',
  ),
  scalar(
    'ST_SIMPLIFY',
    'Lines and polygons with fewer of their vertices: no vertex is farther from the result than a constant number of metres, and where a ring begins than twice as many. Ends of lines stay, and no edges cross that did not. Which vertices stay is not as in BigQuery. Points stay as they are.',
    "ST_ASTEXT(ST_SIMPLIFY(ST_GEOGFROMTEXT('LINESTRING(0 0, 0.05 0, 0.1 0, 0.15 0, 2 0)'), 1))",
    'LINESTRING(0 0, 2 0)',
    signature('GEOGRAPHY, FLOAT64 -> GEOGRAPHY', simplify),
  ),
  scalar(
    'ST_SNAPTOGRID',
    'Snapped to a grid in degrees.',
    'ST_ASTEXT(ST_SNAPTOGRID(ST_GEOGPOINT(-89.7512, 40.4638), 0.01))',
    'POINT(-89.75 40.46)',
    signature(
      'GEOGRAPHY, FLOAT64 -> GEOGRAPHY',
      runtime('snap_to_grid', 'ST_Point(round($1.x / $2) * $2, round($1.y / $2) * $2)'),
    ),
  ),
  synonym(fromText, 'ST_GEOMFROMTEXT', "ST_ASTEXT(ST_GeomFromText('POINT(1 2)'))"),
  synonym(fromText, 'ST_GEOGRAPHYFROMTEXT', "ST_ASTEXT(ST_GeographyFromText('POINT(1 2)'))"),
  synonym(fromWkb, 'ST_GEOMFROMWKB', "ST_X(ST_GeomFromWKB('0101000000000000000000f03f0000000000000040'))"),
  synonym(makePoint, 'ST_POINT', 'ST_ASTEXT(ST_Point(-89.75, 40.5))'),
  synonym(makePoint, 'ST_MAKEPOINT', 'ST_ASTEXT(ST_MakePoint(-89.75, 40.5))'),
  {
    ...scalar(
      'ST_SETSRID',
      'The geography itself, which is always in degrees of WGS 84 (4326).',
      `ST_X(ST_SetSRID(${centre}, 4326))`,
      0.5,
      signature('GEOGRAPHY, #INT64 -> GEOGRAPHY', ([shape, srid], { at }) =>
        srid?.kind === 'literal' && srid.value === 4326n && shape
          ? shape
          : fail('invalid_query', srid?.at ?? at, 'ST_SETSRID takes 4326 alone.'),
      ),
    ),
    synonymOf: 'the geography itself',
  },
];
