/**
 * Geometries of Trino as vectors on the sphere, in SQL. A vector is ARRAY[x, y, z] of length 1, a path an array of
 * vectors: a point, a line or a ring.
 */

export const let_ = (value: string, name: string, body: string): string =>
  `element_at(transform(ARRAY[${value}], ${name} -> ${body}), 1)`;

/** Collections may contain collections of one kind each. */
const partsOf = (geometry: string) =>
  `filter(flatten(transform(ST_Geometries(${geometry}), c -> ST_Geometries(c))), c -> NOT ST_IsEmpty(c))`;
const pathsOf = `CASE ST_GeometryType(h) WHEN 'ST_Point' THEN ARRAY[ARRAY[h]] WHEN 'ST_Polygon' THEN transform(ARRAY[ST_ExteriorRing(h)] || ST_InteriorRings(h), r -> ST_Points(r)) ELSE ARRAY[ST_Points(h)] END`;
const vector =
  'ARRAY[cos(radians(ST_Y(q))) * cos(radians(ST_X(q))), cos(radians(ST_Y(q))) * sin(radians(ST_X(q))), sin(radians(ST_Y(q)))]';

/** The paths of a geometry; NULL for NULL. */
export const pathsOnTrino = (geometry: string): string =>
  `transform(flatten(transform(${partsOf(geometry)}, h -> ${pathsOf})), l -> transform(l, q -> ${vector}))`;

const crossed = (a: string, b: string) =>
  `ARRAY[${[
    [2, 3],
    [3, 1],
    [1, 2],
  ]
    .map(([i, j]) => `${a}[${i}] * ${b}[${j}] - ${a}[${j}] * ${b}[${i}]`)
    .join(', ')}]`;
/** The cross product of sum and difference, which is exact for the shortest edges. */
const normal = let_(
  `ARRAY[${[1, 2, 3].map((axis) => `f[${axis}] + t[${axis}]`).join(', ')}]`,
  'm',
  let_(`ARRAY[${[1, 2, 3].map((axis) => `t[${axis}] - f[${axis}]`).join(', ')}]`, 'd', crossed('m', 'd')),
);
const size = 'sqrt(n[1] * n[1] + n[2] * n[2] + n[3] * n[3])';
/**
 * An edge in the format of constant edges: its ends, its pole, the poles of the circles that bound the area beside it,
 * and the threshold.
 */
const edge = let_(
  normal,
  'n',
  let_(
    size,
    'k',
    let_(
      'IF(k < 1e-15, ARRAY[0e0, 0e0, 0e0], transform(n, x -> x / k))',
      'w',
      `f || t || w || ${crossed('w', 'f')} || ${crossed('t', 'w')} || ARRAY[IF(k < 1e-15, 2e0, 0e0)]`,
    ),
  ),
);
/** A path of one point is an edge without a length. */
const edges = (paths: string) =>
  `flatten(transform(${paths}, v -> zip_with(slice(v, 1, greatest(cardinality(v) - 1, 1)), slice(v, least(cardinality(v), 2), greatest(cardinality(v) - 1, 1)), (f, t) -> ${edge})))`;

const chord = (first: number) =>
  `sqrt(${[0, 1, 2].map((axis) => `power(e[${first + axis}] - p[${axis + 1}], 2)`).join(' + ')})`;
const product = (first: number) => [0, 1, 2].map((axis) => `e[${first + axis}] * p[${axis + 1}]`).join(' + ');

/**
 * Radians between the vector `p` and the edge `e`. If the point does not lie beside the edge, computed from the chords
 * to its ends, which are exact for short distances.
 */
export const radiansToEdge = `IF(${product(10)} >= e[16] AND ${product(13)} >= e[16], abs(asin(greatest(-1e0, least(1e0, ${product(7)})))), 2e0 * asin(least(1e0, 5e-1 * least(${chord(1)}, ${chord(4)}))))`;

const toNearest = (points: string, of: string) =>
  let_(edges(of), 'g', `array_min(transform(flatten(${points}), p -> array_min(transform(g, e -> ${radiansToEdge}))))`);

const ofPaths = (a: string, b: string, body: string) => let_(pathsOnTrino(a), 'a', let_(pathsOnTrino(b), 'b', body));

/** Radians between two disjoint geometries: the closest point of one of them is a vertex. NULL if one is empty. */
export const minRadians = (a: string, b: string): string =>
  ofPaths(a, b, `least(${toNearest('a', 'b')}, ${toNearest('b', 'a')})`);

/** Radians between the two vertices that are furthest apart. NULL if one is empty. */
export const maxRadians = (a: string, b: string): string =>
  ofPaths(
    a,
    b,
    `array_max(transform(flatten(a), p -> array_max(transform(flatten(b), e -> 2e0 * asin(least(1e0, 5e-1 * ${chord(1)}))))))`,
  );
