import { describe, expect, test } from 'vitest';
import { lastInstant } from '../../../../../adapters/query/duckdb/zones/last-instant.ts';
import type { Zone } from '../../../../../adapters/query/duckdb/zones/zone.ts';

const zone = (rows: number, first: string, last: string, values: Record<string, string> = {}): Zone => ({
  rows,
  first: `2026-01-01 ${first}`,
  last: `2026-01-01 ${last}`,
  values: new Map(Object.entries({ fileId: 'a', svcUserId: 'u', ingestId: 'i', ...values })),
});
const nothing = { ingestIds: [], svcUserIds: [] };
const zones = [
  zone(100, '08:00:00', '09:00:00'),
  zone(100, '06:00:00', '07:00:00'),
  zone(100, '06:30:00', '06:30:00.5'),
  zone(100, '05:00:00', '12:00:00', { fileId: 'b', ingestId: 'j' }),
];
const ofFile = (rows: number, more = {}) => ({ descending: false, rows, values: [['fileId', 'a']] as const, ...more });

describe('the last instant of first rows', () => {
  test('is the end of the zones that hold enough rows', () => {
    expect(lastInstant(ofFile(100), zones, nothing)).toBe('2026-01-01 06:30:00.5');
    expect(lastInstant(ofFile(101), zones, nothing)).toBe('2026-01-01 07:00:00');
    expect(lastInstant(ofFile(300), zones, nothing)).toBe('2026-01-01 09:00:00');
  });

  test('in descending order is the beginning of such zones', () => {
    expect(lastInstant(ofFile(100, { descending: true }), zones, nothing)).toBe('2026-01-01 08:00:00');
    expect(lastInstant(ofFile(200, { descending: true }), zones, nothing)).toBe('2026-01-01 06:30:00');
  });

  test('is unknown when there are fewer rows, or none that surely have values', () => {
    expect(lastInstant(ofFile(301), zones, nothing)).toBeUndefined();
    const both = [
      ['fileId', 'a'],
      ['fileId', 'b'],
    ] as const;
    expect(lastInstant(ofFile(1, { values: both }), zones, nothing)).toBeUndefined();
    expect(lastInstant(ofFile(1, { values: [['crop', 'corn']] }), zones, nothing)).toBeUndefined();
  });

  test('does not count rows that are hidden, or may be', () => {
    const all = { descending: false, rows: 100, values: [] };
    expect(lastInstant(all, zones, { ...nothing, ingestIds: ['i'] })).toBe('2026-01-01 12:00:00');
    expect(lastInstant(all, zones, { ...nothing, svcUserIds: ['u'] })).toBeUndefined();
    const mixed: Zone = { ...zone(500, '01:00:00', '02:00:00'), values: new Map([['fileId', 'a']]) };
    expect(lastInstant(all, [mixed, ...zones], nothing)).toBe('2026-01-01 02:00:00');
    expect(lastInstant(all, [mixed, ...zones], { ...nothing, ingestIds: ['j'] })).toBe('2026-01-01 06:30:00.5');
  });
});
