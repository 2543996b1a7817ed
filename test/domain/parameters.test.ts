import { expect, test } from 'vitest';
import * as z from 'zod';
import { inOrder, instant, lastInstant } from '../../domain/parameters.ts';

test.each([
  ['2026-05-01', '2026-05-01T00:00:00.000Z'],
  ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ['2026-05-01T12:30', '2026-05-01T12:30:00.000Z'],
  ['2026-05-01T12:30Z', '2026-05-01T12:30:00.000Z'],
  ['2026-05-01T12:30:05.123456Z', '2026-05-01T12:30:05.123Z'],
  ['2026-05-01t12:30:05z', '2026-05-01T12:30:05.000Z'],
  ['2026-05-01T12:30:05+02:00', '2026-05-01T10:30:05.000Z'],
  ['2026-05-01T12:30:05 02:00', '2026-05-01T10:30:05.000Z'],
  ['2026-05-01T12:30:05-0330', '2026-05-01T16:00:05.000Z'],
])('the instant %s is %s', (text, expected) => {
  expect(new Date(instant.parse(text)).toISOString()).toBe(expected);
});

test.each([
  '2026-02-30',
  '2026-02-30T10:00:00Z',
  '2025-02-29',
  '2100-02-29T00:00:00+01:00',
  '2026-04-31',
  '2026-13-01',
  '2026-00-10',
  '2026-05-01T25:00:00Z',
  '2026-05-01T12:61',
  '2026-05-01 (noon)',
  '2026-05-01T12:00:00Zulu',
  '2026-5-1',
  '20260501',
  'yesterday',
  '',
])('"%s" is no instant', (text) => {
  expect(instant.safeParse(text).success).toBe(false);
  expect(lastInstant.safeParse(text).success).toBe(false);
});

test('a last day is meant whole, and a last time as it is', () => {
  expect(new Date(lastInstant.parse('2026-05-01')).toISOString()).toBe('2026-05-01T23:59:59.999Z');
  expect(new Date(lastInstant.parse('2026-05-01T10:00Z')).toISOString()).toBe('2026-05-01T10:00:00.000Z');
});

test('a span may begin and end at once, but not end before it begins', () => {
  const span = z.strictObject({ from: instant.optional(), to: instant.optional() }).refine(...inOrder('from', 'to'));
  expect(span.safeParse({ from: '2026-05-01', to: '2026-05-01' }).success).toBe(true);
  expect(span.safeParse({ to: '2026-05-01' }).success).toBe(true);
  const { error } = span.safeParse({ from: '2026-05-02', to: '2026-05-01' });
  expect(error?.issues).toMatchObject([{ path: ['to'], message: 'must not be before from' }]);
});
