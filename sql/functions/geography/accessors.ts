import { type FunctionRow, signature, writes } from '../row.ts';
import { boundingBox } from './box-functions.ts';
import { centre, geo, ofVertices, road, geographyRow as scalar, sphere, square } from './define-row.ts';
import { geohashRow } from './geohash.ts';
import { wkt } from './wkt.ts';

/** Collections may contain collections of one kind each. */
const partsOnTrino = 'flatten(transform(ST_Geometries($1), g -> ST_Geometries(g)))';

const onTrino = {
  // Trino does not count the last point of a ring.
  points: `IF(ST_IsEmpty($1), BIGINT '0', reduce(${partsOnTrino}, BIGINT '0', (s, x) -> s + ST_NumPoints(x) + IF(ST_GeometryType(x) = 'ST_Polygon', coalesce(1 + cardinality(ST_InteriorRings(x)), 0), 0), s -> s))`,
  ofLine: (text: string) => `IF(ST_GeometryType($1) = 'ST_LineString', ${text})`,
};

export const accessorRows: FunctionRow[] = [
  scalar('ST_X', 'The longitude of a point.', `ST_X(${centre})`, 0.5, writes('GEOGRAPHY -> FLOAT64', '$1.x')),
  scalar('ST_Y', 'The latitude of a point.', `ST_Y(${centre})`, 0.5, writes('GEOGRAPHY -> FLOAT64', '$1.y')),
  ofVertices(
    'ST_ASTEXT',
    'as_text',
    'WKT.',
    `ST_ASTEXT(${road})`,
    'LINESTRING(0 0, 0 1, 1 1)',
    'GEOGRAPHY -> STRING',
    wkt.trino,
  ),
  geohashRow,
  ofVertices(
    'ST_ASBINARY',
    'as_binary',
    'WKB.',
    `LENGTH(ST_ASBINARY(${centre}))`,
    21,
    'GEOGRAPHY -> BYTES',
    'ST_AsBinary($1)',
  ),
  ofVertices(
    'ST_ASGEOJSON',
    'as_geojson',
    'A GeoJSON geometry.',
    `ST_ASGEOJSON(${centre})`,
    '{"type":"Point","coordinates":[0.5,0.5]}',
    'GEOGRAPHY -> STRING',
    `to_geojson_geometry(${sphere('$1')})`,
  ),
  ofVertices(
    'ST_NUMPOINTS',
    'num_points',
    'How many vertices.',
    `ST_NUMPOINTS(${square})`,
    5,
    'GEOGRAPHY -> INT64',
    onTrino.points,
  ),
  geo(
    'ST_NUMGEOMETRIES',
    'num_geometries',
    'How many points, lines and polygons.',
    `ST_NUMGEOMETRIES(${square})`,
    1,
    'GEOGRAPHY -> INT64',
    `IF(ST_IsEmpty($1), BIGINT '0', cardinality(${partsOnTrino}))`,
  ),
  geo(
    'ST_DIMENSION',
    'dimension',
    '0 of points, 1 of lines, 2 of polygons, -1 of nothing.',
    `ST_DIMENSION(${square})`,
    2,
    'GEOGRAPHY -> INT64',
    `IF(ST_IsEmpty($1), BIGINT '-1', CAST(ST_Dimension($1) AS BIGINT))`,
  ),
  geo(
    'ST_ISEMPTY',
    'is_empty',
    'Whether it is empty.',
    `ST_ISEMPTY(${square})`,
    false,
    'GEOGRAPHY -> BOOL',
    'ST_IsEmpty($1)',
  ),
  geo(
    'ST_ISCLOSED',
    'is_closed',
    'Whether lines end where they begin.',
    `ST_ISCLOSED(${road})`,
    false,
    'GEOGRAPHY -> BOOL',
    `NOT ST_IsEmpty($1) AND NOT any_match(ST_Geometries($1), g -> ST_GeometryType(g) IN ('ST_LineString', 'ST_MultiLineString') AND NOT ST_IsClosed(g))`,
  ),
  geo(
    'ST_ISRING',
    'is_ring',
    'Whether it is a line that is closed and meets itself nowhere else.',
    `ST_ISRING(${road})`,
    false,
    'GEOGRAPHY -> BOOL',
    `IF(ST_GeometryType($1) = 'ST_LineString', ST_IsRing($1), FALSE)`,
  ),
  geo(
    'ST_ISCOLLECTION',
    'is_collection',
    'Whether it has several parts.',
    `ST_ISCOLLECTION(${square})`,
    false,
    'GEOGRAPHY -> BOOL',
    'ST_NumGeometries($1) > 1',
  ),
  geo(
    'ST_GEOMETRYTYPE',
    'geometry_type',
    'The type of the geography.',
    `ST_GEOMETRYTYPE(${square})`,
    'ST_Polygon',
    'GEOGRAPHY -> STRING',
    `IF(ST_GeometryType($1) = 'ST_GeomCollection', 'ST_GeometryCollection', ST_GeometryType($1))`,
  ),
  scalar(
    'ST_BOUNDINGBOX',
    'The box of its vertices in degrees, as STRUCT<xmin, ymin, xmax, ymax>; NULL of nothing. Over the antimeridian xmax is above 180.',
    `ST_BOUNDINGBOX(${road})`,
    { xmin: 0, ymin: 0, xmax: 1, ymax: 1 },
    signature('GEOGRAPHY -> STRUCT<xmin FLOAT64, ymin FLOAT64, xmax FLOAT64, ymax FLOAT64>', boundingBox),
  ),
  geo(
    'ST_STARTPOINT',
    'start_point',
    'Where a line begins.',
    `ST_ASTEXT(ST_STARTPOINT(${road}))`,
    'POINT(0 0)',
    'GEOGRAPHY -> GEOGRAPHY',
    onTrino.ofLine('ST_StartPoint($1)'),
  ),
  geo(
    'ST_ENDPOINT',
    'end_point',
    'Where a line ends.',
    `ST_ASTEXT(ST_ENDPOINT(${road}))`,
    'POINT(1 1)',
    'GEOGRAPHY -> GEOGRAPHY',
    onTrino.ofLine('ST_EndPoint($1)'),
  ),
  ofVertices(
    'ST_POINTN',
    'point_n',
    'A vertex of a line, counted from 1 or backwards from -1.',
    `ST_ASTEXT(ST_POINTN(${road}, 2))`,
    'POINT(0 1)',
    'GEOGRAPHY, INT64 -> GEOGRAPHY',
    onTrino.ofLine('ST_PointN($1, CAST(IF($2 < 0, ST_NumPoints($1) + $2 + 1, $2) AS INTEGER))'),
  ),
];
