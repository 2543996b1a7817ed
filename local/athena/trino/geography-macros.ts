import { runtimeName } from '../../../sql/functions/geography/define.ts';

const given = (name: string, parameters = '(a)') => [`${parameters} AS ${runtimeName(name)}${parameters}`];
const two = '(a, b)';
const coordinate = (axis: 'x' | 'y', name: string) =>
  `(a) AS CASE WHEN a IS NULL OR struct_extract(a, '${axis}') IS NOT NULL THEN struct_extract(a, '${axis}') ELSE ${raised(`${name} requires a Point geometry`)} END`;
/** A corner of the box around a geometry, as well-known text. */
const corner = (x: 'xmin' | 'xmax', y: 'ymin' | 'ymax') =>
  [x, y]
    .map((side) => `CAST(coalesce(struct_extract(a, '${side[0]}'), ${runtimeName(side)}(a)) AS VARCHAR)`)
    .join(" || ' ' || ");
const ring = [
  corner('xmin', 'ymin'),
  corner('xmax', 'ymin'),
  corner('xmax', 'ymax'),
  corner('xmin', 'ymax'),
  corner('xmin', 'ymin'),
].join(" || ', ' || ");
/** WKT in Trino's form: a space before brackets, and brackets around each point of a multipoint. */
const written = `regexp_replace(${runtimeName('as_text')}(a), '([A-Z])\\(', '\\1 (', 'g')`;
const spelled = `CASE WHEN starts_with(${written}, 'MULTIPOINT (') THEN replace(replace(replace(${written}, '(', '(('), ')', '))'), ', ', '), (') ELSE ${written} END`;
const raised = (message: string) => `error('${message}')`;

/**
 * Trino's functions on geometries, defined by DuckDB's functions on geographies. Predicates and measures are spherical, which
 * agrees with the plane within a centimetre, since edges are divided before.
 */
export const geographyMacros: Readonly<Record<string, readonly string[]>> = {
  st_point: [
    `(x, y) AS CASE WHEN x IS NULL OR y IS NULL THEN NULL ELSE {'wkb': CAST(NULL AS BLOB), 'x': CAST(x AS DOUBLE), 'y': CAST(y AS DOUBLE)} END`,
  ],
  st_geometryfromtext: given('from_text'),
  st_geomfrombinary: given('from_wkb'),
  from_geojson_geometry: given('from_geojson'),
  to_geometry: ['(a) AS a'],
  to_spherical_geography: ['(a) AS a'],
  to_geojson_geometry: given('as_geojson'),
  st_astext: [`(a) AS ${spelled}`],
  st_asbinary: given('as_binary'),
  st_x: [coordinate('x', 'ST_X')],
  st_y: [coordinate('y', 'ST_Y')],
  st_xmin: [`(a) AS coalesce(struct_extract(a, 'x'), ${runtimeName('xmin')}(a))`],
  st_xmax: [`(a) AS coalesce(struct_extract(a, 'x'), ${runtimeName('xmax')}(a))`],
  st_ymin: [`(a) AS coalesce(struct_extract(a, 'y'), ${runtimeName('ymin')}(a))`],
  st_ymax: [`(a) AS coalesce(struct_extract(a, 'y'), ${runtimeName('ymax')}(a))`],
  st_intersects: given('intersects', two),
  st_contains: given('contains', two),
  st_touches: given('touches', two),
  st_equals: given('equals', two),
  st_union: given('union', two),
  st_intersection: given('intersection', two),
  st_difference: given('difference', two),
  simplify_geometry: given('simplify', two),
  st_distance: [
    `(a, b) AS CASE WHEN a IS NULL OR b IS NULL THEN NULL WHEN struct_extract(a, 'x') IS NULL OR struct_extract(b, 'x') IS NULL THEN ${raised('When applied to SphericalGeography inputs, ST_Distance only supports POINT or MULTI_POINT.')} ELSE ${runtimeName('distance')}(a, b) END`,
  ],
  st_area: given('area'),
  st_length: given('length'),
  st_boundary: given('boundary'),
  st_convexhull: given('convex_hull'),
  // An empty geography has no dimension of its own.
  st_dimension: [`(a) AS greatest(${runtimeName('dimension')}(a), 0)`],
  st_isempty: given('is_empty'),
  st_isclosed: given('is_closed'),
  st_isring: given('is_ring'),
  st_numgeometries: given('num_geometries'),
  st_geometrytype: [
    `(a) AS CASE WHEN struct_extract(a, 'x') IS NOT NULL THEN 'ST_Point' WHEN ${runtimeName('geometry_type')}(a) = 'ST_GeometryCollection' THEN 'ST_GeomCollection' ELSE ${runtimeName('geometry_type')}(a) END`,
  ],
  st_startpoint: given('start_point'),
  st_endpoint: given('end_point'),
  st_pointn: [`(a, n) AS ${runtimeName('point_n')}(a, CAST(n AS BIGINT))`],
  geometry_union: [`(a) AS ${runtimeName('union_all')}(list_filter(a, g -> g IS NOT NULL))`],
  st_envelope: [
    `(a) AS CASE WHEN a IS NULL THEN NULL ELSE ${runtimeName('from_text')}('POLYGON((' || ${ring} || '))') END`,
  ],
  st_multipoint: [`(a) AS ${runtimeName('union_all')}(a)`],
  geometry_union_agg: [`(a) AS ${runtimeName('union_all')}(list(a) FILTER (WHERE a IS NOT NULL))`],
  st_linestring: given('make_line'),
};
