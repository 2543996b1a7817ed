import { type Expand, type FunctionRow, type Signature, signature } from '../row.ts';
import { intersectsBox } from './box-functions.ts';
import { runtimeName } from './define.ts';
import { centre, geo, geographyRow as scalar, square } from './define-row.ts';
import { closestPoint, distance, furthest, within } from './distances.ts';
import { meeting, negated, predicate, turned } from './predicates.ts';

const two = 'GEOGRAPHY, GEOGRAPHY -> BOOL';
const coversOnTrino = `CASE WHEN ST_GeometryType($2) = 'ST_Point' THEN ST_Intersects($1, $2) ELSE ST_Intersects($1, $2) AND ST_IsEmpty(ST_Difference($2, $1)) END`;
const contains = meeting('contains', predicate('contains', 'ST_Contains($1, $2)', 'second'));
/** The relation with a point, in the form by which Trino can join. */
const coversPoint = { duckdb: `${runtimeName('covers')}($1, $2)`, trino: 'ST_Intersects($1, $2)' };
const covers: Expand = (args, context) => {
  const made = meeting('covers', predicate('covers', coversOnTrino, 'second'))(args, context);
  return made.kind === 'call' ? { ...made, pointSecond: coversPoint } : made;
};
const intersects = meeting('intersects', predicate('intersects', 'ST_Intersects($1, $2)', 'any'));
const relation = (name: string, summary: string, sql: string, value: boolean, write: Signature['write']) =>
  scalar(name, summary, sql, value, signature(two, write));

export const relationRows: FunctionRow[] = [
  relation(
    'ST_INTERSECTS',
    'Whether they have a point in common.',
    `ST_INTERSECTS(${square}, ${centre})`,
    true,
    intersects,
  ),
  relation(
    'ST_DISJOINT',
    'Whether they have no point in common.',
    `ST_DISJOINT(${square}, ${centre})`,
    false,
    negated(intersects),
  ),
  relation(
    'ST_CONTAINS',
    'Whether the second lies in the first, and not on its border alone.',
    `ST_CONTAINS(${square}, ${centre})`,
    true,
    contains,
  ),
  relation(
    'ST_WITHIN',
    'Whether the first lies in the second, and not on its border alone.',
    `ST_WITHIN(${centre}, ${square})`,
    true,
    turned(contains),
  ),
  relation(
    'ST_COVERS',
    'Whether no point of the second lies outside the first.',
    `ST_COVERS(${square}, ST_GEOGPOINT(0, 0))`,
    true,
    covers,
  ),
  relation(
    'ST_COVEREDBY',
    'Whether no point of the first lies outside the second.',
    `ST_COVEREDBY(ST_GEOGPOINT(0, 0), ${square})`,
    true,
    turned(covers),
  ),
  geo(
    'ST_TOUCHES',
    'touches',
    'Whether they have borders in common and nothing else.',
    `ST_TOUCHES(${square}, ST_GEOGPOINT(0, 0))`,
    true,
    two,
    'ST_Touches($1, $2)',
  ),
  geo(
    'ST_EQUALS',
    'equals',
    'Whether they cover the same points.',
    `ST_EQUALS(${square}, ${square})`,
    true,
    two,
    'ST_Equals($1, $2)',
  ),
  scalar(
    'ST_DISTANCE',
    'Metres between the nearest points of the two; 0 if they have a point in common.',
    `ROUND(ST_DISTANCE(ST_GEOGPOINT(0, 0), ST_GEOGPOINT(0, 1)), 3)`,
    111195.101,
    signature('GEOGRAPHY, GEOGRAPHY, BOOL? -> FLOAT64', distance),
  ),
  scalar(
    'ST_DWITHIN',
    'Whether the two are at most the given number of metres apart.',
    `ST_DWITHIN(ST_GEOGPOINT(0, 0), ST_GEOGPOINT(0, 0.001), 112)`,
    true,
    signature('GEOGRAPHY, GEOGRAPHY, FLOAT64, BOOL? -> BOOL', within),
  ),
  scalar(
    'ST_MAXDISTANCE',
    'Metres between the vertices of two that are furthest apart.',
    `ROUND(ST_MAXDISTANCE(ST_GEOGPOINT(0, 0), ${square}), 3)`,
    157249.628,
    signature('GEOGRAPHY, GEOGRAPHY, BOOL? -> FLOAT64', furthest),
  ),
  scalar(
    'ST_CLOSESTPOINT',
    'The point of the first that is nearest to the second; constants only.',
    `ROUND(ST_Y(ST_CLOSESTPOINT(ST_GEOGFROMTEXT('LINESTRING(0 0, 0 2)'), ST_GEOGPOINT(1, 1))), 3)`,
    1,
    signature('GEOGRAPHY, GEOGRAPHY -> GEOGRAPHY', closestPoint),
  ),
  geo(
    'ST_AZIMUTH',
    'azimuth',
    'The direction from one point to another, in radians from north.',
    'ROUND(ST_AZIMUTH(ST_GEOGPOINT(0, 0), ST_GEOGPOINT(1, 0)), 6)',
    1.570796,
    'GEOGRAPHY, GEOGRAPHY -> FLOAT64',
    `(atan2(sin(radians($2.x - $1.x)) * cos(radians($2.y)), cos(radians($1.y)) * sin(radians($2.y)) - sin(radians($1.y)) * cos(radians($2.y)) * cos(radians($2.x - $1.x))) + 2 * pi()) % (2 * pi())`,
  ),
  scalar(
    'ST_INTERSECTSBOX',
    'Whether its box meets one in degrees: west, south, east, north. A box over the antimeridian has its east below its west, or above 180.',
    `ST_INTERSECTSBOX(${centre}, 0, 0, 1, 1)`,
    true,
    signature('GEOGRAPHY, FLOAT64, FLOAT64, FLOAT64, FLOAT64 -> BOOL', intersectsBox),
  ),
];
