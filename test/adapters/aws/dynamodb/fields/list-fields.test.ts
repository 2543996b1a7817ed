import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { newId } from '../../../../../adapters/system.ts';
import type { Field } from '../../../../../domain/fields/field.ts';
import type { FieldFilter } from '../../../../../domain/fields/field-store.ts';
import type { SortTerm } from '../../../../../domain/paging.ts';
import { seed, seedNotice } from '../../../../seed.ts';
import { isThorough } from '../../../../thorough.ts';
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
async function allOf(filter: FieldFilter, sort: SortTerm[] = [], size = 4): Promise<Field[]> {
  const found: Field[] = [];
  let cursor: string | undefined;
  do {
    const page = await under.directory.list(ownerId, filter, { page: 0, size, sort, cursor });
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

/** Every filter with values that some, none or one of the fields have. */
const values = {
  id: ['field-1', 'field-14', 'nothing'],
  name: ['Name 14', 'name 5', 'name 14'],
  farmId: [7, 8],
  provider: ['JohnDeere', 'Stara'],
  organizationId: ['org 1', 'org'],
  providerFieldId: ['p1', 'p2'],
  type: ['MERGED', 'ORIGINAL'],
  status: ['PREVIEW', 'PROCESSED'],
  mergedFieldId: ['field-4', 'field-5'],
  afterCreatedTime: [day(2), day(4), day(15)].map(Date.parse),
  beforeCreatedTime: [day(1), day(9), day(15)].map(Date.parse),
  afterUpdatedTime: [day(16), day(17), day(18)].map(Date.parse),
} as const satisfies { [M in keyof FieldFilter]?: readonly FieldFilter[M][] };

/** Whether a field passes a filter, decided in memory. */
function passes(field: Field, filter: FieldFilter): boolean {
  const { afterCreatedTime = 0, beforeCreatedTime = Number.POSITIVE_INFINITY, afterUpdatedTime = 0 } = filter;
  const [created, changed] = [Date.parse(field.createdTime), Date.parse(field.updatedTime)];
  const same: [unknown, unknown][] = [
    [filter.svcUserId, field.svcUserId],
    [filter.id, field.id],
    [filter.name, field.name],
    [filter.farmId, field.farmId],
    [filter.provider, field.providerName],
    [filter.organizationId, field.organizationId],
    [filter.providerFieldId, field.providerFieldId],
    [filter.type, field.type],
    [filter.status, field.status],
    [filter.mergedFieldId, field.mergedFieldId],
  ];
  const isInTime = created >= afterCreatedTime && created <= beforeCreatedTime && changed >= afterUpdatedTime;
  return isInTime && same.every(([asked, has]) => asked === undefined || asked === has);
}

const oneOf = <T>(choices: readonly T[]) => fc.constantFrom(...choices);
/** Filters of at most three members: of more, hardly any field passes all. A span that ends before it begins is refused before a store is asked. */
const filters: fc.Arbitrary<FieldFilter> = fc
  .subarray(Object.keys(values) as (keyof typeof values)[], { maxLength: 3 })
  .chain((names) =>
    fc.tuple(...names.map((name) => oneOf<string | number>(values[name]).map((value) => [name, value]))),
  )
  .map((members) => Object.fromEntries(members) as FieldFilter)
  .filter(
    ({ afterCreatedTime = 0, beforeCreatedTime = Number.POSITIVE_INFINITY }) => afterCreatedTime <= beforeCreatedTime,
  );
const asked = fc.record({
  filter: filters,
  user: oneOf([undefined, 0, 1]),
  sort: oneOf(sorts),
  size: oneOf([3, 4, 30]),
});

test('lists are complete and in order, whatever filter, order, user and size of pages', async () => {
  console.log(seedNotice);
  await fc.assert(
    fc.asyncProperty(asked, async ({ filter, user, sort, size }) => {
      const whole = { ...filter, ...(user !== undefined && { svcUserId: users[user] as string }) };
      const wanted = expected((field) => passes(field, whole), sort);
      expect(names(await allOf(whole, [by(sort)], size))).toEqual(wanted);
      const [first, second] = await Promise.all(
        [0, 1].map((page) => under.directory.list(ownerId, whole, { page, size, sort: [by(sort)] })),
      );
      expect(first?.total).toBe(wanted.length);
      expect(names([...(first?.items ?? []), ...(second?.items ?? [])])).toEqual(wanted.slice(0, 2 * size));
    }),
    { seed, numRuns: isThorough ? 2_000 : 80 },
  );
}, 900_000);

test.each(sorts)('all fields are sorted by %s', async (sort) => {
  expect(names(await allOf({}, [by(sort)]))).toEqual(expected(() => true, sort));
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
