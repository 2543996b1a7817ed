import { type FunctionRow, groupOf, writes } from '../row.ts';

const scalar = groupOf('Strings', 'scalar');

/** The position of the n-th occurrence; from a negative position on the search goes towards the start. */
function nth(engine: 'duckdb' | 'trino', count: string): string {
  const last = 'length($1) + $3 + 1';
  if (engine === 'duckdb') {
    const found = (positions: string) => `list_filter(${positions}, i -> starts_with(substr($1, i), $2))[${count}]`;
    const position = `CASE WHEN $3 > 0 THEN ${found('range($3, length($1) + 1)')} ELSE ${found(`range(${last}, 0, -1)`)} END`;
    return `CASE WHEN $? THEN NULL WHEN $3 = 0 THEN error('the position of INSTR is 0') ELSE coalesce(${position}, 0) END`;
  }
  const isFound = 'substr($1, i, length($2)) = $2';
  const forward = `filter(sequence($3, greatest($3, length($1))), i -> ${isFound})`;
  const backward = `filter(sequence(greatest(${last}, 1), 1, -1), i -> i <= ${last} AND ${isFound})`;
  const position = `coalesce(element_at(IF($3 > 0, ${forward}, ${backward}), CAST(${count} AS INTEGER)), BIGINT '0')`;
  return `CASE WHEN $? THEN NULL WHEN $3 = 0 THEN CAST('the position of INSTR is 0' AS BIGINT) ELSE ${position} END`;
}

export const textSearchRows: FunctionRow[] = [
  scalar(
    'STRPOS',
    'Where the second begins, from 1; 0 where it is not found.',
    "STRPOS('forest', 'e')",
    4,
    writes('STRING, STRING -> INT64', 'CAST(strpos($1, $2) AS BIGINT)', 'strpos($1, $2)'),
  ),
  scalar(
    'INSTR',
    'Where the second begins; from a position on, and which occurrence.',
    "INSTR('banana', 'an', 1, 2)",
    4,
    writes('STRING, STRING -> INT64', 'CAST(strpos($1, $2) AS BIGINT)', 'strpos($1, $2)'),
    writes('STRING, STRING, INT64 -> INT64', nth('duckdb', '1'), nth('trino', '1')),
    writes('STRING, STRING, INT64, INT64 -> INT64', nth('duckdb', '$4'), nth('trino', '$4')),
  ),
  scalar(
    'STARTS_WITH',
    'Whether it begins with the second.',
    "STARTS_WITH('forest', 'for')",
    true,
    writes('STRING, STRING -> BOOL', 'starts_with($1, $2)'),
  ),
  scalar(
    'ENDS_WITH',
    'Whether it ends with the second.',
    "ENDS_WITH('forest', 'est')",
    true,
    writes(
      'STRING, STRING -> BOOL',
      'ends_with($1, $2)',
      `substr($1, length($1) - length($2) + 1) = $2 AND length($1) >= length($2)`,
    ),
  ),
  scalar(
    'CONTAINS_SUBSTR',
    'Whether it contains the second, ignoring case.',
    "CONTAINS_SUBSTR('FOREST', 'ore')",
    true,
    writes('STRING, STRING -> BOOL', 'contains(lower($1), lower($2))', 'strpos(lower($1), lower($2)) > 0'),
  ),
  scalar(
    'SPLIT',
    'The parts between a separator, by default a comma.',
    "SPLIT('a-b', '-')",
    ['a', 'b'],
    writes('STRING -> ARRAY<STRING>', `string_split($1, ',')`, `split($1, ',')`),
    writes(
      'STRING, STRING -> ARRAY<STRING>',
      `CASE WHEN $2 = '' THEN regexp_extract_all($1, '(?s).') ELSE string_split($1, $2) END`,
      `IF($2 = '', regexp_extract_all($1, '(?s).'), split($1, $2))`,
    ),
  ),
  scalar(
    'TRANSLATE',
    'Each character of the second replaced by the one of the third.',
    "TRANSLATE('abc', 'ab', 'xy')",
    'xyc',
    writes('STRING, STRING, STRING -> STRING', 'translate($1, $2, $3)'),
  ),
  scalar(
    'SOUNDEX',
    'How a word sounds in English, as its first letter and three digits.',
    "SOUNDEX('Robert')",
    'R163',
    writes('STRING -> STRING', soundex('duckdb'), soundex('trino')),
  ),
  scalar(
    'ASCII',
    'The code of the first character.',
    "ASCII('A')",
    65,
    writes(
      'STRING -> INT64',
      `CASE WHEN $1 = '' THEN 0 WHEN unicode($1) > 127 THEN error('not a character of ASCII') ELSE CAST(unicode($1) AS BIGINT) END`,
      `CASE WHEN $1 = '' THEN 0 WHEN regexp_like($1, '^[^\\x00-\\x7f]') THEN CAST('not a character of ASCII' AS BIGINT) ELSE CAST(codepoint(CAST(substr($1, 1, 1) AS VARCHAR(1))) AS BIGINT) END`,
    ),
  ),
  scalar(
    'UNICODE',
    'The code point of the first character.',
    "UNICODE('é')",
    233,
    writes(
      'STRING -> INT64',
      `CASE WHEN $1 = '' THEN 0 ELSE CAST(unicode($1) AS BIGINT) END`,
      `IF($1 = '', BIGINT '0', CAST(codepoint(CAST(substr($1, 1, 1) AS VARCHAR(1))) AS BIGINT))`,
    ),
  ),
  scalar(
    'CHR',
    'The character of a code point.',
    'CHR(66)',
    'B',
    writes('INT64 -> STRING', `CASE WHEN $1 = 0 THEN '' ELSE chr(CAST($1 AS INTEGER)) END`, `IF($1 = 0, '', chr($1))`),
  ),
];

/** Letters become digits, and repeated digits one; vowels separate them, H and W do not. */
function soundex(engine: 'duckdb' | 'trino'): string {
  const all = engine === 'duckdb' ? `, 'g'` : '';
  const letters = `regexp_replace($1, '[^a-zA-Z]', ''${all})`;
  const word = `upper(${letters})`;
  const digits = (some: string) => `translate(${some}, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '01230120022455012623010202')`;
  let once = `${digits(`substr(${word}, 1, 1)`)} || replace(${digits(`substr(${word}, 2)`)}, '0', '')`;
  for (const digit of '123456') once = `regexp_replace(${once}, '${digit}+', '${digit}'${all})`;
  return `CASE WHEN $1 IS NULL THEN NULL WHEN ${word} = '' THEN '' ELSE rpad(substr(substr(${letters}, 1, 1) || substr(${once}, 2), 1, 4), 4, '0') END`;
}
