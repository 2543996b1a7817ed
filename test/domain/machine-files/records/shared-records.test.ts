import { expect, test } from 'vitest';
import {
  hasRecords,
  inOrderOfExport,
  mayShareRecords,
  type RecordedFile,
} from '../../../../domain/machine-files/records/shared-records.ts';
import type { Summary } from '../../../../domain/machine-files/summary.ts';

const summaryAt = (longitude: number): Summary => {
  const corners = [
    [longitude, 42],
    [longitude + 0.01, 42],
    [longitude + 0.01, 42.01],
    [longitude, 42],
  ] as [number, number][];
  return {
    type: 'Feature',
    properties: { operationType: 'harvested' },
    geometry: { type: 'MultiPolygon', coordinates: [[corners]] },
  };
};

const file = (id: string, members: Partial<RecordedFile> = {}): RecordedFile => ({
  ...{ id, provider: 'Svc', operationType: 'harvested', ingestId: `i-${id}`, createdTime: '2024-11-01T00:00:00.000Z' },
  ...{ startTime: '2024-10-01T15:00:00.000Z', endTime: '2024-10-01T16:00:00.000Z', summary: summaryAt(-93) },
  ...members,
});

test('files of one provider and kind of work may share records where their times and their ground meet', () => {
  const other = (members: Partial<RecordedFile>) => mayShareRecords(file('a'), file('b', members));
  expect(other({})).toBe(true);
  expect(other({ startTime: '2024-10-01T16:00:00.000Z', endTime: '2024-10-02T16:00:00.000Z' })).toBe(true);
  expect(other({ startTime: '2024-10-01T16:00:01.000Z', endTime: '2024-10-02T16:00:00.000Z' })).toBe(false);
  expect(other({ summary: summaryAt(-92) })).toBe(false);
  expect(other({ provider: 'JohnDeere' })).toBe(false);
  expect(other({ operationType: 'planted' })).toBe(false);
  expect(mayShareRecords(file('a'), file('a'))).toBe(false);
});

test('neither duplicates nor merged files nor those without points have records of their own', () => {
  expect(hasRecords(file('a', { duplicateOf: 'b' }))).toBe(false);
  expect(hasRecords(file('a', { sources: ['b', 'c'] }))).toBe(false);
  const { ingestId: _, ...without } = file('a');
  expect(hasRecords(without)).toBe(false);
});

test('the later export is the one that was sent later, and of two in one upload the one that goes on for longer', () => {
  const order = (one: Partial<RecordedFile>, other: Partial<RecordedFile>) =>
    Math.sign(inOrderOfExport(file('a', one), file('b', other)));
  const [first, second] = ['2024-11-01T00:00:00.000Z', '2024-11-02T00:00:00.000Z'];
  expect(order({ sentTime: second }, { sentTime: first })).toBe(1);
  expect(order({ sentTime: first, createdTime: second }, { sentTime: first, createdTime: first })).toBe(-1);
  expect(order({ endTime: '2024-10-01T17:00:00.000Z' }, {})).toBe(1);
  expect(order({ startTime: '2024-10-01T14:00:00.000Z' }, {})).toBe(1);
  expect(order({}, {})).toBe(-1);
});
