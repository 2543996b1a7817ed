import { formatValue } from '../format-value.ts';
import { runtimeName } from '../geography/define.ts';
import { type FunctionRow, groupOf, signature, writes } from '../row.ts';
import { fingerprintOnTrino } from './farm-fingerprint.ts';

const scalar = groupOf('Strings', 'scalar');

/** Name of the function for SHA-512 that Furrow adds to DuckDB. */
export const longHash = runtimeName('long_hash');

/** Name of the function for FarmHash's fingerprint that Furrow adds to DuckDB. */
export const fingerprint = runtimeName('fingerprint');

/** The bytes of a character in UTF-8, in hexadecimal digits. */
const next = '[89AB].';
const characters = [
  '[0-7].',
  `(?:C[2-9A-F]|D.)${next}`,
  `(?:E0[AB].|E[1-9A-CEF]${next}|ED[89].)${next}`,
  `(?:F0[9AB].|F[1-3]${next}|F48.)${next}${next}`,
].join('|');

export const encodingRows: FunctionRow[] = [
  scalar(
    'TO_HEX',
    'Bytes in hexadecimal digits.',
    "TO_HEX(b'\\x0a\\xff')",
    '0aff',
    writes('BYTES -> STRING', 'lower(hex($1))', 'lower(to_hex($1))'),
  ),
  scalar(
    'FROM_HEX',
    'Bytes of hexadecimal digits.',
    "FROM_HEX('0aff')",
    'Cv8=',
    writes('STRING -> BYTES', 'unhex($1)', 'from_hex($1)'),
  ),
  scalar('TO_BASE64', 'Bytes in base64.', "TO_BASE64(b'abc')", 'YWJj', writes('BYTES -> STRING', 'to_base64($1)')),
  scalar(
    'FROM_BASE64',
    'Bytes of base64.',
    "FROM_BASE64('YWJj')",
    'YWJj',
    writes('STRING -> BYTES', 'from_base64($1)'),
  ),
  scalar(
    'MD5',
    'A hash of 16 bytes.',
    "TO_HEX(MD5('a'))",
    '0cc175b9c0f1b6a831c399e269772661',
    writes('STRING -> BYTES', 'unhex(md5($1))', 'md5(to_utf8($1))'),
    writes('BYTES -> BYTES', 'unhex(md5($1))', 'md5($1)'),
  ),
  scalar(
    'SHA1',
    'A hash of 20 bytes.',
    "TO_HEX(SHA1('a'))",
    '86f7e437faa5a7fce15d1ddcb9eaeaea377667b8',
    writes('STRING -> BYTES', 'unhex(sha1($1))', 'sha1(to_utf8($1))'),
    writes('BYTES -> BYTES', 'unhex(sha1($1))', 'sha1($1)'),
  ),
  scalar(
    'SHA256',
    'A hash of 32 bytes.',
    "LENGTH(SHA256('a'))",
    32,
    writes('STRING -> BYTES', 'unhex(sha256($1))', 'sha256(to_utf8($1))'),
    writes('BYTES -> BYTES', 'unhex(sha256($1))', 'sha256($1)'),
  ),
  scalar(
    'SHA512',
    'A hash of 64 bytes.',
    "LEFT(TO_HEX(SHA512('a')), 32)",
    '1f40fc92da241694750979ee6cf582f2',
    writes('STRING -> BYTES', `${longHash}(encode($1))`, 'sha512(to_utf8($1))'),
    writes('BYTES -> BYTES', `${longHash}($1)`, 'sha512($1)'),
  ),
  scalar(
    'FARM_FINGERPRINT',
    "FarmHash's Fingerprint64, a number that stays the same for ever.",
    "FARM_FINGERPRINT('1footrue')",
    '-1541654101129638711',
    writes('STRING -> INT64', `${fingerprint}(encode($1))`, fingerprintOnTrino('to_utf8($1)')),
    writes('BYTES -> INT64', `${fingerprint}($1)`, fingerprintOnTrino('$1')),
  ),
  scalar(
    'SAFE_CONVERT_BYTES_TO_STRING',
    'Bytes of UTF-8 as text, with U+FFFD for each byte that is none.',
    "SAFE_CONVERT_BYTES_TO_STRING(b'abc')",
    'abc',
    writes(
      'BYTES -> STRING',
      `CASE WHEN $1 IS NULL THEN NULL ELSE coalesce(array_to_string(list_transform(regexp_extract_all(hex($1), '(?:${characters})|..'), c -> CASE WHEN len(c) > 2 OR c < '80' THEN decode(unhex(c)) ELSE '\ufffd' END), ''), '') END`,
      // Trino's own function replaces several invalid bytes at the start of a character by one sign.
      `array_join(transform(regexp_extract_all(to_hex($1), '(?:${characters})|..'), c -> IF(length(c) > 2 OR c < '80', from_utf8(from_hex(c)), '\ufffd')), '')`,
    ),
  ),
  scalar(
    'FORMAT',
    'Values put into a text: %d, %s, %f, %t and the like. The text is a constant.',
    `FORMAT("%'d", 1234567)`,
    '1,234,567',
    signature('STRING, T... -> STRING', formatValue),
    signature('STRING -> STRING', formatValue),
  ),
];
