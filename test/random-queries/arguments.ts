import type { Random } from './random.ts';

/** Arguments with a meaning for their function; an absent one is any value of its type. */
type Argument = readonly string[] | undefined;

const zones = [
  "'America/Chicago'",
  "'Europe/Berlin'",
  "'UTC'",
  "'+05:30'",
  "'Australia/Lord_Howe'",
  "'-3:30'",
  "'Asia/Kathmandu'",
];
const numbers = ['0', '1', '2', '3', '5', '-1', '-2'];
const counts = ['0', '1', '2', '5', '12'];
const patterns = [
  "r'[a-z]+'",
  "r'(\\d+)'",
  "r'^o'",
  "r'-(\\w)'",
  "r'[^a]b?'",
  "r'e|o'",
  "r'\\s'",
  "'n'",
  "r'\\b\\w'",
  "r'[[:alpha:]]+\\b'",
  "r'n$'",
  "r'(?i)C[^\\W\\d]'",
];
/** Patterns that may match no characters, or leave a group out. */
const empty = ["''", "r'o*'", "r'(?:x|n)?'"];
const optional = ["r'(x)?'", "r'(o)|n'"];
const assertions = ["r'\\b'", "r'$'", "r'\\B'", "r'o*$'"];
const documents = [
  `'{"a": {"b": [1, "two", null]}, "c": true}'`,
  `'[1, {"a": "x"}, null, "y"]'`,
  `'{"a": 1.5, "b": "te\\\\"xt"}'`,
  `'"text"'`,
  `'no json'`,
];
const paths = ["'$'", "'$.a'", "'$.a.b'", "'$.a.b[1]'", "'$[1].a'", "'$.c'", "'$[0]'"];
const years = ['1969', '2023', '2024'];
const months = ['1', '2', '12'];
const days = ['1', '28'];
const hours = ['0', '7', '23'];
const minutes = ['0', '30', '59'];
const moments = ['0', '-1', '1700000000', '1709210096', '-86400'];
const dateFormats = [
  "'%Y-%m-%d'",
  "'%d.%m.%y %j'",
  "'%A, %B %e'",
  "'%a %b %G-W%V'",
  "'%F %u %w'",
  "'%Q %E4Y'",
  "'%U %W'",
];
const timeFormats = ["'%H:%M:%S'", "'%I:%M %p'", "'%T'", "'%R %E3S'", "'%k|%l'", "'%M%%'"];

const perFunction: Readonly<Record<string, readonly Argument[]>> = {
  REGEXP_CONTAINS: [undefined, [...patterns, ...empty, ...optional, ...assertions]],
  REGEXP_EXTRACT: [undefined, [...patterns, ...empty, ...optional], ['1', '2', '3'], ['1', '2']],
  REGEXP_SUBSTR: [undefined, [...patterns, ...empty, ...optional], ['1', '2', '3'], ['1', '2']],
  REGEXP_EXTRACT_ALL: [undefined, [...patterns, ...empty, ...optional]],
  REGEXP_REPLACE: [undefined, patterns, ["'<\\\\0>'", "''", "'-'"]],
  REGEXP_INSTR: [undefined, [...patterns, ...empty, ...assertions]],
  ...Object.fromEntries(
    [
      'VALUE',
      'EXTRACT_SCALAR',
      'QUERY',
      'EXTRACT',
      'QUERY_ARRAY',
      'EXTRACT_ARRAY',
      'VALUE_ARRAY',
      'EXTRACT_STRING_ARRAY',
    ].map((name) => [`JSON_${name}`, [documents, paths]]),
  ),
  SUBSTR: [undefined, numbers, counts],
  SUBSTRING: [undefined, numbers, counts],
  LEFT: [undefined, counts],
  RIGHT: [undefined, counts],
  REPEAT: [undefined, counts],
  LPAD: [undefined, counts, ["'x'", "'ab'", "' '"]],
  RPAD: [undefined, counts, ["'x'", "'ab'", "' '"]],
  INSTR: [undefined, undefined, ['1', '2', '-1', '-3'], ['1', '2']],
  SPLIT: [undefined, ["','", "'-'", "'o'", "'rn'"]],
  TRIM: [undefined, ["'c'", "'xn '"]],
  LTRIM: [undefined, ["'c'", "'xn '"]],
  RTRIM: [undefined, ["'c'", "'xn '"]],
  TRANSLATE: [undefined, ["'co'", "'abc'"], ["'xy'", "'z'", "''"]],
  CHR: [['65', '97', '233', '8364']],
  FROM_HEX: [["'00ff'", "'AbC0'", "''"]],
  FROM_BASE64: [["'YWJj'", "'/+8='", "''"]],
  DATE: [years, months, days],
  DATETIME: [years, months, days, hours, minutes, minutes],
  TIME: [hours, minutes, minutes],
  POW: [
    ['0.5', '2.0', '-3.0', '0.0'],
    ['2', '0', '3', '-1'],
  ],
  POWER: [
    ['0.5', '2.0', '-3.0', '0.0'],
    ['2', '0', '3', '-1'],
  ],
  EXP: [['0', '1', '-2.5', '10']],
  SINH: [['0', '1', '-2.5']],
  COSH: [['0', '1', '-2.5']],
  ROUND: [undefined, ['0', '1', '2', '3', '-1']],
  TRUNC: [undefined, ['0', '1', '2', '-1']],
  GENERATE_ARRAY: [
    ['0', '1', '5', '-2'],
    ['3', '7', '-3'],
    ['1', '2', '-2', '0.5'],
  ],
  ARRAY_SLICE: [undefined, ['0', '1', '-2'], ['1', '2', '-1', '5']],
  TIMESTAMP_SECONDS: [moments],
  TIMESTAMP_MILLIS: [moments],
  TIMESTAMP_MICROS: [['0', '-1000', '1700000000000000', '1709210096123456']],
  DATE_FROM_UNIX_DATE: [['0', '-1', '19000', '20000']],
  FORMAT_DATE: [dateFormats],
  FORMAT_DATETIME: [[...dateFormats, ...timeFormats]],
  FORMAT_TIMESTAMP: [[...dateFormats, ...timeFormats], undefined, zones],
  FORMAT_TIME: [timeFormats],
  PARSE_DATE: [
    ["'%F'", "'%Y-%m-%d'"],
    ["'2024-02-29'", "'1999-1-5'"],
  ],
  PARSE_DATETIME: [
    ["'%F %T'", "'%Y-%m-%d %H:%M:%S'"],
    ["'2024-02-29 23:59:59'", "'1999-01-05 00:00:00'"],
  ],
  PARSE_TIMESTAMP: [["'%F %T'"], ["'2024-03-10 01:30:00'", "'2023-07-01 12:00:00'"], zones],
  PARSE_TIME: [
    ["'%H:%M'", "'%R'"],
    ["'23:59'", "'4:05'"],
  ],
  STRING: [undefined, zones],
  TIMESTAMP: [undefined, zones],
  LAG: [undefined, ['1', '3']],
  LEAD: [undefined, ['1', '2']],
  NTILE: [['1', '2', '4']],
  CONTAINS_SUBSTR: [undefined, ["'CO'", "'e'", "''"]],
};

/** Arguments of a function that need a certain form; for functions like DATE only where they are numbers. */
export function argumentFor(random: Random, name: string, index: number, type: string): string | undefined {
  if (name === 'RANGE_BUCKET' && index === 1) return ascending[type];
  const known = perFunction[name]?.[index];
  if (!known) return type === 'STRING' && zoned.has(name) && index > 0 ? random.one(zones) : undefined;
  const isNumber = /^[-\d.']/.test(known[0] ?? '') && !known[0]?.startsWith("'");
  const wantsNumber = /^#?(INT64|FLOAT64|NUMERIC)$/.test(type);
  if (zoned.has(name) && isNumber !== wantsNumber) return type === 'STRING' ? random.one(zones) : undefined;
  return random.one(known);
}

/** Bounds, which have to be in ascending order. */
const ascending: Readonly<Record<string, string>> = {
  'ARRAY<INT64>': '[0, 5, 10]',
  'ARRAY<FLOAT64>': '[0.5, 2.25, 100]',
  'ARRAY<STRING>': "['a', 'corn', 'p']",
  'ARRAY<DATE>': "[DATE '2023-06-15', DATE '2024-01-01']",
};

const zoned = new Set(['DATE', 'DATETIME', 'TIMESTAMP', 'TIME', 'TIMESTAMP_TRUNC', 'DATE_TRUNC']);
