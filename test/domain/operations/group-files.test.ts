import { expect, test } from 'vitest';
import { defaultSettings } from '../../../domain/configuration/configuration.ts';
import type { MachineFile } from '../../../domain/machine-files/machine-file.ts';
import { groupFiles } from '../../../domain/operations/group-files.ts';

function file(id: string, day: number | undefined, members: Partial<MachineFile> = {}): MachineFile {
  const time = day === undefined ? {} : { startTime: at(day), endTime: at(day + 0.5) };
  return {
    id,
    svcUserId: 'user',
    provider: 'Svc',
    fields: ['north'],
    fileFormat: 'CSV',
    fileName: id,
    sizeInBytes: 1,
    contentHash: id,
    status: 'processed',
    origin: 'uploaded',
    operationType: 'applied',
    ...time,
    summary: { type: 'Feature', properties: { operationType: 'applied' }, geometry: null },
    steps: {},
    artefacts: [],
    problems: [],
    createdTime: at(0),
    updatedTime: at(0),
    ...members,
  };
}

function at(day: number): string {
  return new Date(Date.UTC(2024, 4, 1) + day * 86_400_000).toISOString();
}

function grouped(files: MachineFile[], settings = {}): string[] {
  return groupFiles(files, { ...defaultSettings, ...settings }).map(
    ({ fieldIds, files: found }) => `${fieldIds.join('+')}: ${found.map(({ id }) => id).join(' ')}`,
  );
}

test('files are grouped while the days between them do not exceed the limit', () => {
  expect(grouped([file('c', 12), file('a', 0), file('b', 5)])).toEqual(['north: a b', 'north: c']);
  expect(grouped([file('a', 0), file('b', 5)], { operationsMergeRange: 1 })).toEqual(['north: a', 'north: b']);
});

test('harvests have more time', () => {
  const harvested = { operationType: 'harvested' } as const;
  expect(grouped([file('a', 0, harvested), file('b', 20, harvested)])).toEqual(['north: a b']);
});

test('a file in two fields is part of the work on both', () => {
  expect(grouped([file('a', 0, { fields: ['north', 'south'] }), file('b', 1)])).toEqual(['north: a b', 'south: a']);
});

test('unless work is split by field, fields connected by files are one piece of work', () => {
  const both = file('b', 1, { fields: ['south', 'east'] });
  const files = [file('a', 0, { fields: ['north', 'south'] }), both, file('c', 0, { fields: ['west'] })];
  expect(grouped(files, { splitOperationsByField: false })).toEqual(['east+north+south: a b', 'west: c']);
  const later = file('b', 30, { fields: ['south', 'east'] });
  expect(grouped([files[0] as MachineFile, later], { splitOperationsByField: false })).toEqual([
    'north+south: a',
    'east+south: b',
  ]);
});

test('files of different kinds or providers are separate', () => {
  const files = [file('a', 0), file('b', 0, { operationType: 'tillage' }), file('c', 0, { provider: 'JohnDeere' })];
  expect(grouped(files)).toEqual(['north: a', 'north: b', 'north: c']);
  expect(grouped(files, { splitOperationsByProvider: false })).toEqual(['north: a c', 'north: b']);
});

test('of files without a time, those of one content that several providers have are one piece of work', () => {
  const files = [
    ['a', 'Svc'],
    ['b', 'JohnDeere'],
    ['c', 'JohnDeere'],
  ].map(([id = '', provider = '']) => file(id, undefined, { provider, contentHash: id === 'c' ? 'y' : 'x' }));
  expect(grouped(files)).toEqual(['north: a', 'north: b', 'north: c']);
  expect(grouped(files, { splitOperationsByProvider: false })).toEqual(['north: a b', 'north: c']);
});

test('files without a time are separate; merged, failed and repeated ones are left out', () => {
  expect(grouped([file('a', undefined), file('b', undefined)])).toEqual(['north: a', 'north: b']);
  const left = [
    file('a', 0, { origin: 'merged' }),
    file('b', 0, { status: 'failed' }),
    file('c', 0, { duplicateOf: 'a' }),
  ];
  expect(grouped(left)).toEqual([]);
});
