import { type FunctionRow, writes } from '../row.ts';
import { runtimeName } from './define.ts';
import { geographyRow } from './define-row.ts';
import { let_ } from './vertices-on-trino.ts';

/**
 * Geohashes as SQL, which neither engine has. A character has five bits, alternating between longitude and latitude;
 * with 20 characters each of them is divided into 2^50 parts.
 */
const alphabet = '0123456789bcdefghjkmnpqrstuvwxyz';
const bits = 50;

/** The index of a coordinate's part; the last part includes its end. */
const part = (axis: 'x' | 'y', span: number) =>
  `CAST(least(floor(($1.${axis} + ${span / 2}) / ${span}e0 * ${2 ** bits}e0), ${2 ** bits - 1}e0) AS BIGINT)`;
const both = `[${part('x', 360)}, ${part('y', 180)}]`;

/** The character `k`, from 0, of the bits from 5k on; bits with an even number belong to the longitude. */
const character = (bit: (number: string) => string) =>
  `substr('${alphabet}', CAST(1 + ${[0, 1, 2, 3, 4]
    .map((index) => `${bit(`(k * 5 + ${index})`)} * ${16 >> index}`)
    .join(' + ')} AS BIGINT), 1)`;

const onDuckDb = `list_transform([${both}], v -> array_to_string(list_transform(range(20), k -> ${character(
  (n) => `((v[1 + ${n} % 2] >> CAST(${bits - 1} - ${n} // 2 AS INTEGER)) & 1)`,
)}), ''))[1]`;
const onTrino = let_(
  `ARRAY${both}`,
  'v',
  `array_join(transform(sequence(0, 19), k -> ${character(
    (n) => `bitwise_and(bitwise_right_shift(v[1 + ${n} % 2], CAST(${bits - 1} - ${n} / 2 AS INTEGER)), 1)`,
  )}), '')`,
);

const duckdb = (hash: string) =>
  `CASE WHEN $1.x IS NOT NULL THEN ${hash} WHEN $1 IS NULL OR ${runtimeName('is_empty')}($1) THEN NULL ELSE error('ST_GEOHASH takes a point') END`;
const trino = (hash: string) => `IF(ST_IsEmpty($1) OR $1.x IS NULL, NULL, ${hash})`;
const cut = (hash: string) => `substr(${hash}, 1, IF($2 BETWEEN 1 AND 20, $2, 20 + 0 * $2))`;

export const geohashRow: FunctionRow = geographyRow(
  'ST_GEOHASH',
  'The geohash of a point, with a maximum number of characters from 1 to 20; 20 by default.',
  'ST_GEOHASH(ST_GEOGPOINT(-122.35, 47.62), 10)',
  'c22yzugqw7',
  writes('GEOGRAPHY -> STRING', duckdb(onDuckDb), trino(onTrino)),
  writes('GEOGRAPHY, INT64 -> STRING', duckdb(cut(onDuckDb)), trino(cut(onTrino))),
);
