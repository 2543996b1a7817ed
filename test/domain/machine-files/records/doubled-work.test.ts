import { expect, test } from 'vitest';
import type { MachineFile } from '../../../../domain/machine-files/machine-file.ts';
import { loggedTwin } from '../../../../domain/machine-files/records/doubled-work.ts';

const work = (id: string, kind: 'logged' | 'operation', members: Partial<MachineFile> = {}) =>
  ({
    ...{ id, svcUserId: 'u', status: 'processed', provider: 'JohnDeere', operationType: 'harvested', fields: ['f'] },
    ...{ source: { kind, modifiedTime: '', fieldIds: [] }, boxes: { f: [0, 0, 10, 10] }, areaSquareMetres: 100 },
    ...{ startTime: '2024-08-01T12:00:00.000Z', endTime: '2024-08-01T14:00:00.000Z' },
    ...{ summary: { type: 'Feature', properties: {}, geometry: null } },
    ...members,
  }) as MachineFile;
const operation = work('o', 'operation');

test('an operation doubles the logged work of one type on its fields at overlapping times', () => {
  const logged = work('l', 'logged', { startTime: '2024-08-01T13:00:00.000Z', endTime: '2024-08-01T15:00:00.000Z' });
  expect(loggedTwin(operation, [operation, logged])).toBe('l');
  expect(loggedTwin(logged, [operation, logged])).toBeUndefined();
});

test.each<[string, Partial<MachineFile>]>([
  ['of another type', { operationType: 'planted' }],
  ['of another provider', { provider: 'ClimateFieldView' }],
  ['on another field', { fields: ['g'] }],
  ['at another time', { startTime: '2024-08-02T12:00:00.000Z', endTime: '2024-08-02T14:00:00.000Z' }],
  ['that is smaller', { areaSquareMetres: 80 }],
  ['of a part of the field', { boxes: { f: [0, 0, 10, 8] } }],
  ['that has failed', { status: 'failed' }],
  ['that is a duplicate itself', { duplicateOf: 'x' }],
])('a logged file %s does not stand for it', (_, members) => {
  expect(loggedTwin(operation, [work('l', 'logged', members)])).toBeUndefined();
});

test('the files of two machines stand for one operation together', () => {
  const west = work('w', 'logged', { boxes: { f: [0, 0, 5, 10] }, areaSquareMetres: 45 });
  const east = work('e', 'logged', { boxes: { f: [5, 0, 10, 10] }, areaSquareMetres: 55 });
  expect(loggedTwin(operation, [west])).toBeUndefined();
  expect(loggedTwin(operation, [west, east])).toBe('e');
});
