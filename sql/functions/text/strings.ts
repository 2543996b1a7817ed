import { type FunctionRow, groupOf, signature, writes } from '../row.ts';
import { normalized } from './normal-forms.ts';

const scalar = groupOf('Strings', 'scalar');

/** Unicode's white space, for a character class. Trino's engine does not support code points in braces. */
const space = '\\s\\x0b\u0085\\p{Z}';
/** Characters after which a word begins: apostrophes, hyphens of Unicode and control characters are parts of words. */
const betweenWords = `${space}\\[\\](){}/|\\\\!?@"\\^#$$&~_,.:;*%+<>\\-`;

const trims = (name: string, summary: string, sql: string, value: string, duckdb: string, side: string) => {
  const sides = [...(side === 'TRAILING' ? [] : [`^[${space}]+`]), ...(side === 'LEADING' ? [] : [`[${space}]+$`])];
  const pattern = sides.join('|');
  return scalar(
    name,
    summary,
    sql,
    value,
    // Without a second argument all white space of Unicode is removed.
    writes('STRING -> STRING', `regexp_replace($1, '${pattern}', '', 'g')`, `regexp_replace($1, '${pattern}', '')`),
    writes('STRING, STRING -> STRING', `${duckdb}($1, $2)`, `trim(${side} $2 FROM $1)`),
  );
};
const negative = (what: string) => `error('${what} is negative')`;
const trinoNegative = "CAST(CAST('a length is negative' AS BIGINT) AS VARCHAR)";

export const stringRows: FunctionRow[] = [
  scalar(
    'CONCAT',
    'Joined, or NULL where one is NULL.',
    "CONCAT('a', 'b')",
    'ab',
    writes('STRING... -> STRING', '($|)'),
    writes('BYTES... -> BYTES', '($|)'),
  ),
  scalar('UPPER', 'In upper case.', "UPPER('north')", 'NORTH', writes('STRING -> STRING', 'upper($1)')),
  scalar('LOWER', 'In lower case.', "LOWER('NORTH')", 'north', writes('STRING -> STRING', 'lower($1)')),
  scalar(
    'INITCAP',
    'With the first letter of each word in upper case.',
    "INITCAP('john deere x9')",
    'John Deere X9',
    writes(
      'STRING -> STRING',
      `array_to_string(list_transform(regexp_extract_all($1, '[^${betweenWords}]+|[${betweenWords}]+'), w -> upper(w[1]) || lower(w[2:])), '')`,
      `regexp_replace(lower($1), '([^${betweenWords}]+)', m -> upper(substr(m[1], 1, 1)) || substr(m[1], 2))`,
    ),
  ),
  scalar(
    'LENGTH',
    'How many characters; of bytes, how many bytes.',
    `LENGTH('é')`,
    1,
    writes('STRING -> INT64', 'length($1)'),
    writes('BYTES -> INT64', 'octet_length(CAST($1 AS BLOB))', 'length($1)'),
  ),
  ...(['CHAR_LENGTH', 'CHARACTER_LENGTH'] as const).map((name) =>
    scalar(name, 'How many characters.', `${name}('é')`, 1, writes('STRING -> INT64', 'length($1)')),
  ),
  ...(['BYTE_LENGTH', 'OCTET_LENGTH'] as const).map((name) =>
    scalar(
      name,
      'How many bytes, in UTF-8.',
      `${name}('é')`,
      2,
      writes('STRING -> INT64', 'strlen($1)', 'length(to_utf8($1))'),
      writes('BYTES -> INT64', 'octet_length(CAST($1 AS BLOB))', 'length($1)'),
    ),
  ),
  ...(['SUBSTR', 'SUBSTRING'] as const).map((name) =>
    scalar(
      name,
      'From a position, which counts from 1 or, where it is negative, from the end; of a length.',
      `${name}('abcdef', 2, 3)`,
      'bcd',
      writes(
        'STRING, INT64 -> STRING',
        'substr($1, CASE WHEN $2 = 0 THEN 1 WHEN $2 < -length($1) THEN 1 ELSE $2 END)',
        'substr($1, CASE WHEN $2 = 0 THEN 1 WHEN $2 < -length($1) THEN 1 ELSE $2 END)',
      ),
      writes(
        'STRING, INT64, INT64 -> STRING',
        `CASE WHEN $3 < 0 THEN ${negative('a length')} ELSE substr($1, CASE WHEN $2 = 0 THEN 1 WHEN $2 < -length($1) THEN 1 ELSE $2 END, $3) END`,
        `IF($3 < 0, ${trinoNegative}, substr($1, CASE WHEN $2 = 0 THEN 1 WHEN $2 < -length($1) THEN 1 ELSE $2 END, $3))`,
      ),
    ),
  ),
  scalar(
    'LEFT',
    'The first characters.',
    "LEFT('abcdef', 2)",
    'ab',
    writes(
      'STRING, INT64 -> STRING',
      `CASE WHEN $2 < 0 THEN ${negative('a length')} ELSE left($1, $2) END`,
      `IF($2 < 0, ${trinoNegative}, substr($1, 1, $2))`,
    ),
  ),
  scalar(
    'RIGHT',
    'The last characters.',
    "RIGHT('abcdef', 2)",
    'ef',
    writes(
      'STRING, INT64 -> STRING',
      `CASE WHEN $2 < 0 THEN ${negative('a length')} ELSE right($1, $2) END`,
      `IF($2 < 0, ${trinoNegative}, IF($2 = 0, substr($1, 1, 0), IF($2 >= length($1), $1, substr($1, -$2))))`,
    ),
  ),
  trims(
    'TRIM',
    'Without white space, or the characters of the second, at both ends.',
    "TRIM('  a ')",
    'a',
    'trim',
    'BOTH',
  ),
  trims(
    'LTRIM',
    'Without white space, or the characters of the second, at the start.',
    "LTRIM('xxa', 'x')",
    'a',
    'ltrim',
    'LEADING',
  ),
  trims(
    'RTRIM',
    'Without white space, or the characters of the second, at the end.',
    "RTRIM('a  ')",
    'a',
    'rtrim',
    'TRAILING',
  ),
  scalar(
    'REPLACE',
    'With the second replaced by the third.',
    "REPLACE('abab', 'b', 'c')",
    'acac',
    writes(
      'STRING, STRING, STRING -> STRING',
      `CASE WHEN $2 = '' THEN $1 ELSE replace($1, $2, $3) END`,
      `IF($2 = '', $1, replace($1, $2, $3))`,
    ),
  ),
  scalar(
    'NORMALIZE',
    'In a normal form of Unicode, in which what looks the same is the same: NFC, NFKC, NFD or NFKD, without quotation marks. NFC where none is given.',
    "NORMALIZE('ﬁe\\u0301', NFKC)",
    'fié',
    signature('STRING, STRING? -> STRING', normalized),
  ),
  scalar('REVERSE', 'Backwards.', "REVERSE('abc')", 'cba', writes('STRING -> STRING', 'reverse($1)')),
  scalar(
    'REPEAT',
    'Repeated as many times as the second says.',
    "REPEAT('ab', 2)",
    'abab',
    writes(
      'STRING, INT64 -> STRING',
      `CASE WHEN $2 < 0 THEN ${negative('a count')} WHEN $2 * strlen($1) > 1048576 THEN error('REPEAT makes at most 1 MB') ELSE repeat($1, $2) END`,
      `IF($2 < 0 OR $2 * length(to_utf8($1)) > 1048576, CAST(CAST('REPEAT makes at most 1 MB' AS BIGINT) AS VARCHAR), IF($1 = '', $1, rpad('', $2 * length($1), $1)))`,
    ),
  ),
  ...(['LPAD', 'RPAD'] as const).map((name) =>
    scalar(
      name,
      `Filled to a length at the ${name === 'LPAD' ? 'start' : 'end'}.`,
      `${name}('7', 3, '0')`,
      name === 'LPAD' ? '007' : '700',
      ...(['STRING, INT64 -> STRING', 'STRING, INT64, STRING -> STRING'] as const).map((text, index) =>
        writes(
          text,
          `CASE WHEN $2 < 0 THEN ${negative('a length')} WHEN $2 > 1048576 THEN error('${name} makes at most 1 MB') ELSE ${name.toLowerCase()}($1, CAST($2 AS INTEGER), ${index ? '$3' : "' '"}) END`,
          `${name.toLowerCase()}($1, $2, ${index ? '$3' : "' '"})`,
        ),
      ),
    ),
  ),
];
