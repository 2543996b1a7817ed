import { runtimeName } from './define.ts';

/**
 * Centroids as SQL. Trino's ST_Centroid adds up products of degrees, in whose last digits the shape of a small polygon
 * is lost (100 m), and rejects collections; this template sums the triangles of each ring on the sphere, as
 * `sql/geography/ring-integrals.ts` does.
 *
 * A moment is ARRAY[x, y, z, area]: the integral of the unit vectors of a part, and its signed size.
 */

const axes = [1, 2, 3] as const;
const array = (of: (axis: number) => string, last: string) => `ARRAY[${axes.map(of).join(', ')}, ${last}]`;
const let_ = (value: string, name: string, body: string) =>
  `element_at(transform(ARRAY[${value}], ${name} -> ${body}), 1)`;
const total = (moments: string) =>
  `reduce(${moments}, ARRAY[0e0, 0e0, 0e0, 0e0], (s, t) -> ${array((axis) => `s[${axis}] + t[${axis}]`, 's[4] + t[4]')}, s -> s)`;

const unitVector = (x: string, y: string) => [
  `cos(radians(${y})) * cos(radians(${x}))`,
  `cos(radians(${y})) * sin(radians(${x}))`,
  `sin(radians(${y}))`,
];
const vertex = `ARRAY[${unitVector('ST_X(p)', 'ST_Y(p)').join(', ')}, 1e0]`;
const vertices = (line: string) => `transform(ST_Points(${line}), p -> ${vertex})`;
/** The moments of the edges a → b of a line with the vertices v. */
const overEdges = (body: string) =>
  total(`zip_with(slice(v, 1, cardinality(v) - 1), slice(v, 2, cardinality(v) - 1), (a, b) -> ${body})`);

/** The moment of an edge: its triangle with the first vertex, with half the determinant of its corners as length. */
const side = (end: string, axis: number) => `(${end}[${axis}] - v[1][${axis}])`;
const half = `5e-1 * (${axes
  .map((axis) => {
    const [next, last] = [(axis % 3) + 1, ((axis + 1) % 3) + 1];
    return `v[1][${axis}] * (${side('a', next)} * ${side('b', last)} - ${side('a', last)} * ${side('b', next)})`;
  })
  .join(' + ')})`;
const triangle = let_(
  half,
  'w',
  array((axis) => `w * (v[1][${axis}] + a[${axis}] + b[${axis}]) / 3e0`, 'w'),
);
const ring = (line: string) => let_(vertices(line), 'v', overEdges(triangle));

/** Rings may have any orientation; holes, whose k is -1, are subtracted. */
const signed = let_(ring('r'), 'm', 'transform(m, c -> IF(m[4] < 0e0, -c, c) * k)');
const polygon = total(
  `zip_with(ARRAY[ST_ExteriorRing(g)] || ST_InteriorRings(g), ARRAY[1e0] || transform(ST_InteriorRings(g), h -> -1e0), (r, k) -> ${signed})`,
);

/** The moment of an edge is its middle times the tangent of half its angle, approximated by its chord. */
const chord = `sqrt(${axes.map((axis) => `power(b[${axis}] - a[${axis}], 2)`).join(' + ')}) / 2e0`;
const line = let_(
  vertices('g'),
  'v',
  overEdges(
    let_(
      chord,
      'c',
      array((axis) => `(a[${axis}] + b[${axis}]) * c / sqrt(1e0 - c * c)`, 'c'),
    ),
  ),
);
const point = let_('g', 'p', vertex);

const ofParts = (dimension: number, moment: string) =>
  total(`transform(filter(q, g -> ST_Dimension(g) = ${dimension}), g -> ${moment})`);
const has = (dimension: number) => `any_match(q, g -> ST_Dimension(g) = ${dimension})`;
/** Only parts of the highest dimension count. */
const moment = `CASE WHEN ${has(2)} THEN ${ofParts(2, polygon)} WHEN ${has(1)} THEN ${ofParts(1, line)} ELSE ${ofParts(0, point)} END`;

const across = 'sqrt(m[1] * m[1] + m[2] * m[2])';
const pointOf = (m: string) =>
  let_(
    m,
    'm',
    `IF(abs(m[3]) + ${across} > 0e0, ST_Point(degrees(atan2(m[2], m[1])), degrees(atan2(m[3], ${across}))), NULL)`,
  );

/** Collections may contain collections of one kind each. */
const partsOf = (geometry: string) =>
  `filter(flatten(transform(ST_Geometries(${geometry}), g -> ST_Geometries(g))), g -> NOT ST_IsEmpty(g))`;

export const centroidOnTrino = `IF($1 IS NULL, NULL, ${pointOf(let_(partsOf('$1'), 'q', moment))})`;

const allParts = `flatten(transform(array_agg($1) FILTER (WHERE $1 IS NOT NULL), e -> ${partsOf('e')}))`;
export const centroidOfAll = {
  duckdb: `${runtimeName('centroid_all')}(list($1) FILTER (WHERE $1 IS NOT NULL))`,
  trino: `IF(count($1) = 0, NULL, ${pointOf(let_(allParts, 'q', moment))})`,
};

/** For points stored as degrees, sums are enough. */
const [x = '', y = '', z = ''] = unitVector('$1.x', '$1.y').map((text) => `avg(${text})`);
const direction = [`degrees(atan2(${y}, ${x}))`, `degrees(atan2(${z}, sqrt(power(${x}, 2) + power(${y}, 2))))`];
export const centroidOfPoints = {
  duckdb: `CASE WHEN count($1.x) = 0 THEN NULL ELSE {'wkb': CAST(NULL AS BLOB), 'x': ${direction[0]}, 'y': ${direction[1]}} END`,
  trino: `ST_Point(${direction.join(', ')})`,
};
