import { beforeAll, expect, test } from 'vitest';
import { listFields } from '../../../../../adapters/aws/dynamodb/fields/list-fields.ts';
import { fieldWork } from '../../../../../adapters/aws/dynamodb/operations/field-work.ts';
import { newId } from '../../../../../adapters/system.ts';
import type { FieldFilter } from '../../../../../domain/fields/field-store.ts';
import type { Bounds } from '../../../../../domain/geometry/multi-polygon.ts';
import type { RecordedWork } from '../../../../../domain/operations/recorded-work.ts';
import { fieldsUnderTest } from './tables-under-test.ts';

const under = await fieldsUnderTest();
const { operations, users } = under.tables;
const noted = fieldWork(operations, users, newId);

/** Limits far below the number of fields. */
const limits = { reads: 60, rows: 20 };
const count = 200;
const idOf = (n: number) => `f${String(n).padStart(4, '0')}`;
const box: Bounds = [10, 50, 10.1, 50.1];

const { ownerId, svcUserId } = await under.freshUser();
const owner = { ownerId, svcUserId };

const workAt = (startTime: string, members: Partial<RecordedWork> = {}): RecordedWork => ({
  ...{ operationType: 'harvested', provider: 'Svc', crops: ['wheat'], varieties: [], startTime, endTime: startTime },
  ...members,
});

const note = (id: string, fields: number[], work: RecordedWork | undefined, left: number[] = []) => {
  const boxes = Object.fromEntries(fields.map((n) => [idOf(n), box]));
  return noted.noteFile(owner, { id, boxes, leftFields: left.map(idOf), work });
};

const found = async (work: FieldFilter['work'], others: FieldFilter = {}, of = ownerId) => {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const asked = { page: 0, size: 5, sort: [], ...(cursor !== undefined && { cursor }) };
    const page = await listFields({ fields: under.fields, operations }, of, { work, ...others }, asked, limits);
    if (cursor !== undefined) expect(page.items).not.toEqual([]);
    ids.push(...page.items.map(({ field }) => field.id));
    cursor = page.next;
  } while (cursor);
  return ids;
};

beforeAll(async () => {
  const created = Array.from({ length: count }, (_, n) => under.newField(svcUserId, { id: idOf(n) }));
  await under.writer.create(ownerId, created);
  await note('harvest', [3, 50, 150, 199], workAt('2024-08-01T12:00:00.000Z'));
  await note('early', [50], workAt('2019-12-31T23:59:59.999Z', { crops: ['corn'], varieties: ['P1'] }));
  await note('spray', [7, 150], workAt('2024-05-01T12:00:00.000Z', { operationType: 'applied', crops: [] }));
});

const at = (text: string) => Date.parse(text);

test.each<[string, FieldFilter['work'], number[]]>([
  ['a kind', { operationType: 'harvested' }, [3, 50, 150, 199]],
  ['a kind that no field has', { operationType: 'planted' }, []],
  ['a provider', { provider: 'Svc' }, [3, 7, 50, 150, 199]],
  ['a crop in any case', { crop: 'Corn' }, [50]],
  ['a variety', { variety: 'P1' }, [50]],
  ['values of one file', { crop: 'corn', variety: 'P1', operationType: 'harvested' }, [50]],
  ['values of two files', { crop: 'wheat', variety: 'P1' }, []],
  ['a kind and a crop of two files', { operationType: 'applied', crop: 'wheat' }, []],
  ['a start', { startTime: at('2024-06-01') }, [3, 50, 150, 199]],
  ['an end', { endTime: at('2024-06-01') }, [7, 50, 150]],
  ['an end to the millisecond', { endTime: at('2019-12-31T23:59:59.998Z') }, []],
  ['a span', { startTime: at('2019-12-31'), endTime: at('2020-01-01') }, [50]],
  ['a span and a kind', { startTime: at('2024-01-01'), endTime: at('2024-12-31'), operationType: 'applied' }, [7, 150]],
])('fields are found by the work on them: %s', async (_, work, expected) => {
  expect(await found(work)).toEqual(expected.map(idOf));
  expect(await found(work, { svcUserId, status: 'PROCESSED' })).toEqual(expected.map(idOf));
  expect(await found(work, { id: idOf(50) })).toEqual(expected.filter((n) => n === 50).map(idOf));
  expect(await found(work, {}, newId())).toEqual([]);
});

test('values that no file of a field has any more are removed, and nothing else', async () => {
  await note('moved', [10, 11], workAt('2023-05-01T12:00:00.000Z', { operationType: 'planted', crops: ['rye'] }));
  expect(await found({ operationType: 'planted' })).toEqual([10, 11].map(idOf));
  await note('moved', [11], workAt('2023-05-01T12:00:00.000Z', { operationType: 'tillage', crops: ['rye'] }), [10]);
  expect(await found({ operationType: 'planted' })).toEqual([]);
  expect(await found({ crop: 'rye' })).toEqual([idOf(11)]);
  await note('moved', [11], undefined);
  expect(await found({ crop: 'rye' })).toEqual([]);
  expect(await found({ operationType: 'harvested' })).toEqual([3, 50, 150, 199].map(idOf));
});
