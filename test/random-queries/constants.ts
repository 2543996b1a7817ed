import type { Random } from './random.ts';

/** Constants, including the extremes of their types. Fractions are binary, so that sums of them are exact in any order. */
const constants: Readonly<Record<string, readonly string[]>> = {
  BOOL: ['TRUE', 'FALSE'],
  INT64: ['0', '1', '2', '3', '-1', '7', '10', '-5', '100', '2023', '64'],
  FLOAT64: ['0.0', '0.5', '1.5', '-2.25', '2.5', '100.125', '-0.5', '1e3', '7.0'],
  NUMERIC: ["NUMERIC '0'", "NUMERIC '1.5'", "NUMERIC '-2.25'", "NUMERIC '100.000000001'", "NUMERIC '0.125'"],
  STRING: ["''", "'a'", "'corn'", "'Corn'", "'V-1_x%'", "'John Deere'", "'é'", "'12'", "'a,b,,c'", "' x '", "'o\\'b'"],
  BYTES: ["b''", "b'abc'", "b'\\x00\\xff'", "b'corn'"],
  DATE: ["DATE '2024-02-29'", "DATE '2023-12-31'", "DATE '1969-07-20'", "DATE '2024-01-01'", "DATE '2023-06-15'"],
  TIMESTAMP: [
    "TIMESTAMP '2024-03-10 08:30:00+00'",
    "TIMESTAMP '1969-12-31 23:59:59.5+00'",
    "TIMESTAMP '2024-11-03 06:30:00+00'",
    "TIMESTAMP '2023-07-01 12:34:56.789+00'",
  ],
  DATETIME: ["DATETIME '2024-02-29 23:59:59'", "DATETIME '2023-01-01 00:00:00'", "DATETIME '1969-07-20 20:17:40.5'"],
  TIME: ["TIME '00:00:00'", "TIME '23:59:59.999'", "TIME '12:30:00'"],
  GEOGRAPHY: ['ST_GEOGPOINT(-89.745, 40.463)', 'ST_GEOGPOINT(-89.7375, 40.4625)'],
  'STRUCT<a INT64, b STRING>': ["STRUCT(1 AS a, 'x' AS b)", 'STRUCT(NULL AS a, CAST(NULL AS STRING) AS b)'],
};

export function constant(random: Random, type: string): string {
  if (random.chance(0.06)) return `CAST(NULL AS ${type})`;
  const element = /^ARRAY<(.*)>$/.exec(type)?.[1];
  if (element !== undefined) {
    const count = random.below(4);
    return `ARRAY<${element}>[${Array.from({ length: count }, () => constant(random, element)).join(', ')}]`;
  }
  const known = constants[type];
  return known ? random.one(known) : `CAST(NULL AS ${type})`;
}

/** A constant that is not NULL, for parameters that accept nothing else. */
export function given(random: Random, type: string): string {
  if (type === 'STRING') return random.one(["','", "' - '"]);
  return type === 'FLOAT64' ? random.one(['0', '0.25', '0.5', '1']) : random.one(['1', '2', '3']);
}
