import { expect, test } from 'vitest';
import { identifier, text } from '../../../adapters/duckdb/sql-text.ts';

test('quoted texts and names cannot be ended by their content', () => {
  expect(text("it's")).toBe("'it''s'");
  expect(identifier('a"b')).toBe('"a""b"');
  expect([text('a\0b'), identifier('a\0b')]).toEqual(["'a\uFFFDb'", '"a\uFFFDb"']);
});
