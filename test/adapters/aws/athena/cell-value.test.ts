import { describe, expect, test } from 'vitest';
import { cellValue } from '../../../../adapters/aws/athena/cell-value.ts';
import { toWkb } from '../../../../sql/geography/wkb.ts';
import { tokenize } from '../../../../sql/lexing/tokenize.ts';
import { TokenStream } from '../../../../sql/parsing/token-stream.ts';
import { parseType } from '../../../../sql/parsing/type-name.ts';
import { toType } from '../../../../sql/types/parse-type.ts';

const value = (type: string, text: string | undefined) =>
  cellValue(text, type === 'GEOGRAPHY' ? { kind: type } : toType(parseType(new TokenStream(tokenize(type)))));
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const point = base64(toWkb({ type: 'Point', coordinates: [10, 50] }));
const line = { type: 'LineString' as const, coordinates: [[0, 0] as const, [1, 2] as const] };

describe('a cell of Athena becomes the same value as in DuckDB', () => {
  test.each<[type: string, text: string | undefined, wanted: unknown]>([
    ['STRING', undefined, null],
    ['STRING', '', ''],
    ['BOOL', 'true', true],
    ['BOOL', 'false', false],
    ['INT64', '-5', -5],
    ['INT64', '9007199254740993', '9007199254740993'],
    ['FLOAT64', '1.0', 1],
    ['FLOAT64', '1.5E-7', 1.5e-7],
    ['FLOAT64', 'NaN', 'NaN'],
    ['FLOAT64', '-Infinity', '-Infinity'],
    ['NUMERIC', '1.500000000', 1.5],
    ['DATE', '2024-02-29', '2024-02-29'],
    ['TIMESTAMP', '2024-02-29 10:11:12.000000', '2024-02-29T10:11:12.000Z'],
    ['TIMESTAMP', '2024-02-29 10:11:12.123456', '2024-02-29T10:11:12.123456Z'],
    ['DATETIME', '2024-02-29 10:11:12.500000', '2024-02-29T10:11:12.500'],
    ['TIME', '10:11:00.000000', '10:11:00'],
    ['TIME', '10:11:12.500000', '10:11:12.5'],
    ['BYTES', 'AAECAw==', 'AAECAw=='],
    ['GEOGRAPHY', point, point],
    ['GEOGRAPHY', base64(toWkb(line)), 'LINESTRING(0 0, 1 2)'],
    [
      'ARRAY<INT64>',
      '[1,null,9007199254740993,-12345678901234567890]',
      [1, null, '9007199254740993', '-12345678901234567890'],
    ],
    ['ARRAY<FLOAT64>', '[0.3333333333333333,1.0E20,"NaN"]', [0.3333333333333333, 1e20, 'NaN']],
    ['ARRAY<STRING>', '["a \\"1234567890123456\\""]', ['a "1234567890123456"']],
    ['ARRAY<TIMESTAMP>', '["2024-02-29 10:11:12.000000"]', ['2024-02-29T10:11:12.000Z']],
    ['STRUCT<a INT64, b ARRAY<BOOL>>', '{"f1":1,"f2":[true,null]}', { a: 1, b: [true, null] }],
    ['STRUCT<INT64, STRING>', '{"f1":1,"f2":"x"}', { f0_: 1, f1_: 'x' }],
    ['STRUCT<a INT64, a INT64, a INT64>', '{"f1":1,"f2":2,"f3":3}', { a: 1, a_1: 2, a_2: 3 }],
    ['STRUCT<a BYTES>', '{"f1":"AAEC"}', { a: 'AAEC' }],
  ])('%s: %s', (type, text, wanted) => {
    expect(value(type, text)).toEqual(wanted);
  });
});
