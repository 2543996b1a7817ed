import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../../../adapters/system.ts';
import type { Field } from '../../../../../domain/fields/field.ts';
import type { FieldFilter } from '../../../../../domain/fields/field-store.ts';
import type { SortTerm } from '../../../../../domain/paging.ts';
import { isThorough, shareOf } from '../../../../thorough.ts';
import { fieldsUnderTest } from './tables-under-test.ts';

const under = await fieldsUnderTest();
const ownerId = newId();
const users: string[] = [];
let made: Field[] = [];

const day = (n: number) => `2026-05-${String(n).padStart(2, '0')}T00:00:00.000Z`;

beforeAll(async () => {
  for (const half of [0, 1]) {
    const { svcUserId } = await under.freshUser(ownerId);
    await under.addFarm(ownerId, svcUserId, 7);
    users.push(svcUserId);
    const created = Array.from({ length: 15 }, (_, n) =>
      under.newField(svcUserId, {
        id: `field-${n}`,
        ...(n % 3 > 0 && { name: n % 3 === 1 ? `Name ${15 - n}` : `name ${n}` }),
        ...(n % 5 === 0 && { farmId: 7 }),
        ...(n % 4 === 1 && { providerName: 'JohnDeere', providerFieldId: `p${n % 3}`, organizationId: 'org 1' }),
        ...(n === 4 && { type: 'MERGED' as const, sources: ['field-5', 'field-6'] }),
        ...((n === 5 || n === 6) && { mergedFieldId: 'field-4' }),
        status: n % 2 === 0 ? 'PROCESSED' : 'PREVIEW',
        createdTime: day(1 + ((n * 7) % 15)),
        updatedTime: day(16 + half),
      }),
    );
    await under.writer.create(ownerId, created);
    made = [...made, ...created.map(({ field }) => field)];
  }
});

/** All pages of a list, by their cursors. */
async function allOf(filter: FieldFilter, sort: SortTerm[] = [], indexed = true, size = 4): Promise<Field[]> {
  const found: Field[] = [];
  let cursor: string | undefined;
  do {
    const page = await under.directory.list(ownerId, filter, { page: 0, size, sort, cursor, indexed });
    expect(page.items.length).toBeLessThanOrEqual(size);
    found.push(...page.items);
    cursor = page.next;
  } while (cursor);
  return found;
}

const names = (fields: Field[]) => fields.map(({ svcUserId, id }) => `${id}#${svcUserId}`);
const by = (field: string, descending = false): SortTerm => ({ field, descending });
const key = (field: Field, name: string) => {
  const value = field[name as keyof Field] as string | number | undefined;
  return typeof value === 'string' ? value.toLowerCase() : value;
};

/** The expected list, filtered and sorted in memory. */
function expected(keep: (field: Field) => boolean, sort: string): string[] {
  const compare = (a: Field, b: Field) => {
    const [left, right] = [key(a, sort), key(b, sort)];
    if (left === right) return (names([a])[0] as string) < (names([b])[0] as string) ? -1 : 1;
    if (left === undefined) return 1;
    if (right === undefined) return -1;
    return left < right ? -1 : 1;
  };
  return names(made.filter(keep).sort(compare));
}

const sorts = ['id', 'name', 'type', 'status', 'farmId', 'createdTime', 'updatedTime'];
const filters: [string, FieldFilter, (field: Field) => boolean][] = [
  ['nothing', {}, () => true],
  ['a status', { status: 'PREVIEW' }, ({ status }) => status === 'PREVIEW'],
  ['an id', { id: 'field-1' }, ({ id }) => id === 'field-1'],
  ['a name', { name: 'Name 14' }, ({ name }) => name === 'Name 14'],
  ['a farm', { farmId: 7 }, ({ farmId }) => farmId === 7],
  ['a provider', { provider: 'JohnDeere' }, ({ providerName }) => providerName === 'JohnDeere'],
  ['an organisation', { organizationId: 'org 1' }, ({ organizationId }) => organizationId === 'org 1'],
  ['an organisation that is not there', { organizationId: 'org' }, () => false],
  ["a provider's field", { providerFieldId: 'p2' }, ({ providerFieldId }) => providerFieldId === 'p2'],
  ['a type', { type: 'MERGED' }, ({ type }) => type === 'MERGED'],
  ['the other type', { type: 'ORIGINAL' }, ({ type }) => type === 'ORIGINAL'],
  ['the field that it is part of', { mergedFieldId: 'field-4' }, ({ mergedFieldId }) => mergedFieldId === 'field-4'],
  [
    'a type, a status and a provider',
    { type: 'ORIGINAL', status: 'PREVIEW', provider: 'JohnDeere' },
    ({ status, providerName }) => status === 'PREVIEW' && providerName === 'JohnDeere',
  ],
  [
    'a status and a span of creation',
    { status: 'PREVIEW', afterCreatedTime: Date.parse(day(4)), beforeCreatedTime: Date.parse(day(9)) },
    ({ status, createdTime }) => status === 'PREVIEW' && createdTime >= day(4) && createdTime <= day(9),
  ],
  [
    'a span of creation',
    { afterCreatedTime: Date.parse(day(4)), beforeCreatedTime: Date.parse(day(9)) },
    ({ createdTime }) => createdTime >= day(4) && createdTime <= day(9),
  ],
  ['a time of change', { afterUpdatedTime: Date.parse(day(17)) }, ({ updatedTime }) => updatedTime >= day(17)],
  [
    'several at once',
    { farmId: 7, status: 'PROCESSED', afterCreatedTime: Date.parse(day(2)) },
    ({ farmId, status, createdTime }) => farmId === 7 && status === 'PROCESSED' && createdTime >= day(2),
  ],
];

/** Orders without an index, which are made in memory for every filter: two for each filter are tried, and each order with several filters. */
const inMemory = (filter: number) => sorts.filter((_, n) => isThorough || [0, 3].includes((n + filter) % sorts.length));

describe.each(filters)('fields filtered by %s', (name, filter, keep) => {
  describe.each([true, false])('of an owner whose records are indexed: %s', (indexed) => {
    test.each(indexed ? sorts : inMemory(filters.findIndex(([known]) => known === name)))(
      'are complete and sorted by %s, for the owner and for a user',
      async (sort) => {
        expect(names(await allOf(filter, [by(sort)], indexed))).toEqual(expected(keep, sort));
        for (const svcUserId of shareOf(users, sorts.indexOf(sort), 1)) {
          const ofUser = expected((field) => field.svcUserId === svcUserId && keep(field), sort);
          expect(names(await allOf({ ...filter, svcUserId }, [by(sort)], indexed))).toEqual(ofUser);
        }
      },
    );

    test('are counted, and have the same pages by number and by cursor', async () => {
      const first = await under.directory.list(ownerId, filter, { page: 0, size: 3, sort: [], indexed });
      const second = await under.directory.list(ownerId, filter, { page: 1, size: 3, sort: [], indexed });
      const all = names(await allOf(filter, [], indexed));
      expect(first.total).toBe(all.length);
      expect(names([...first.items, ...second.items])).toEqual(all.slice(0, 6));
      expect(new Set(all)).toEqual(new Set(expected(keep, 'id')));
    });
  });
});

test('a descending order is the reverse, for fields that have the sorted value', async () => {
  const up = await allOf({}, [by('createdTime')]);
  expect(names(await allOf({}, [by('createdTime', true)]))).toEqual(names(up).reverse());
});

test('a cursor stays valid while fields are created and deleted, and is refused by other lists', async () => {
  const { svcUserId } = await under.freshUser(ownerId);
  const create = (id: string) => under.writer.create(ownerId, [under.newField(svcUserId, { id, name: `n ${id}` })]);
  for (const id of ['b', 'd', 'f']) await create(id);
  for (const sort of [[by('id')], [by('name')], [by('type')]]) {
    const asked = { page: 0, size: 2, sort };
    const first = await under.directory.list(ownerId, { svcUserId }, asked);
    await create(`a-${newId()}`);
    const rest = await under.directory.list(ownerId, { svcUserId }, { ...asked, cursor: first.next, size: 20 });
    expect(
      rest.items
        .map(({ id }) => id)
        .filter((id) => !id.startsWith('a-'))
        .at(-1),
    ).toBe('f');
    expect(rest.items.some(({ id }) => first.items.some((shown) => shown.id === id))).toBe(false);
  }
  const { next } = await under.directory.list(ownerId, { svcUserId }, { page: 0, size: 1, sort: [by('name')] });
  const elsewhere = { page: 0, size: 1, sort: [by('name')], cursor: next };
  await expect(under.directory.list(newId(), {}, elsewhere)).rejects.toMatchObject({ errorKey: 'cursorInvalid' });
});
