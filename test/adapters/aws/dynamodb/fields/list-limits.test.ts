import { beforeAll, describe, expect, test } from 'vitest';
import { listFields } from '../../../../../adapters/aws/dynamodb/fields/list-fields.ts';
import { newId } from '../../../../../adapters/system.ts';
import type { FieldFilter } from '../../../../../domain/fields/field-store.ts';
import type { PageRequest } from '../../../../../domain/paging.ts';
import { fieldsUnderTest } from './tables-under-test.ts';

const under = await fieldsUnderTest();
const { fields, writer } = under;
const ownerId = newId();
const everybody: string[] = [];

/** Limits far below the number of rows. */
const limits = { reads: 12, rows: 20 };
const count = 240;

const idOf = (n: number) => `f${String(n).padStart(4, '0')}`;

beforeAll(async () => {
  for (let user = 0; user < 3; user += 1) everybody.push((await under.freshUser(ownerId)).svcUserId);
  const [ada = '', ben = '', cem = ''] = everybody;
  const userOf = (n: number) => (n < 20 ? ada : n < 220 ? ben : cem);
  for (const svcUserId of everybody) {
    const numbers = Array.from({ length: count }, (_, n) => n).filter((n) => userOf(n) === svcUserId);
    const created = numbers.map((n) =>
      under.newField(svcUserId, {
        id: idOf(n),
        name: `name ${count - n}`,
        ...((n % 100 === 7 || n > 230) && { status: 'PREVIEW' }),
        ...(n % 2 === 1 && { providerName: 'JohnDeere', providerFieldId: `p${n}` }),
        ...(n % 2 === 0 && { organizationId: n % 100 === 50 ? 'rare' : 'even' }),
      }),
    );
    await writer.create(ownerId, created);
  }
});

const page = (filter: FieldFilter, asked: Partial<PageRequest> = {}) =>
  listFields({ fields }, ownerId, filter, { page: 0, size: 5, sort: [], ...asked }, limits);

/** The ids on each page. */
async function pages(filter: FieldFilter, asked: Partial<PageRequest> = {}, max = 100): Promise<string[][]> {
  const found: string[][] = [];
  let cursor: string | undefined;
  do {
    const { items, next } = await page(filter, { ...asked, ...(cursor !== undefined && { cursor }) });
    found.push(items.map(({ field }) => field.id));
    cursor = next;
  } while (cursor && found.length < max);
  return found;
}

describe('a filter that matches few of many fields', () => {
  const previews = [7, 107, 207, ...Array.from({ length: 9 }, (_, n) => 231 + n)].map(idOf);

  test.each<[string, FieldFilter, string[]]>([
    ['a status', { status: 'PREVIEW' }, previews],
    ['an organisation', { organizationId: 'rare' }, [50, 150].map(idOf)],
    ["a provider's field", { providerFieldId: 'p221' }, [idOf(221)]],
    [
      'a provider and a status',
      { provider: 'JohnDeere', status: 'PREVIEW', type: 'ORIGINAL' },
      previews.filter((id) => /[13579]$/.test(id)),
    ],
    ['a status of a user with many fields', { status: 'PREVIEW', svcUserId: 'ben' }, [107, 207].map(idOf)],
    ['a value of no field', { provider: 'Trimble' }, []],
    ['values that no field has together', { organizationId: 'rare', status: 'PREVIEW' }, []],
  ])('is answered from its index: %s', async (_, filter, expected) => {
    const asked = { ...filter, ...(filter.svcUserId && { svcUserId: everybody[1] }) };
    expect((await pages(asked)).flat()).toEqual(expected);
    expect((await pages(asked, { sort: [{ field: 'id', descending: true }] })).flat()).toEqual([...expected].reverse());
    expect((await page(asked)).total).toBe(expected.length);
  });

  test.each(['farmId', 'type'])(
    'is 400 in an order without an index, %s, when the rows are too many to be sorted',
    async (field) => {
      const asked = page({ provider: 'JohnDeere' }, { sort: [{ field, descending: false }] });
      await expect(asked).rejects.toMatchObject({ status: 400, errorKey: 'sortTooLarge' });
    },
  );

  test('is answered in every order', async () => {
    const byName = await pages({ status: 'PREVIEW' }, { sort: [{ field: 'name', descending: true }] });
    expect(new Set(byName.flat())).toEqual(new Set(previews));
    const byStatus = await pages({ organizationId: 'rare' }, { sort: [{ field: 'status', descending: false }] });
    expect(byStatus.flat()).toEqual([50, 150].map(idOf));
  });
});

test('two filters of many fields that have none in common are 400 within the limit', async () => {
  const asked = page({ provider: 'JohnDeere', organizationId: 'even' });
  await expect(asked).rejects.toMatchObject({ status: 400, errorKey: 'filterTooWide' });
});

describe('a time range that matches few of many fields', () => {
  // The last ones were changed long after all others.
  const changed = [3, 5, 200, 233].map(idOf);
  const from = Date.parse('2090-01-01T00:00:00Z');
  const span = { afterUpdatedTime: from };

  beforeAll(async () => {
    for (const svcUserId of everybody) {
      for (const id of changed) {
        await under.store.change(ownerId, svcUserId, id, ({ boundary, ...before }) => ({
          ...(boundary && { boundary }),
          field: { ...before.field, updatedTime: `${2090 + (changed.indexOf(id) % 3)}-05-01T00:00:00.000Z` },
        }));
      }
    }
  });

  test.each<[string, FieldFilter, string[]]>([
    ['with a filter that half of the fields pass', { provider: 'JohnDeere' }, [3, 5, 233].map(idOf)],
    ['with a span in which all lie', { afterCreatedTime: 0 }, changed],
    ['with a filter that matches none of these fields', { organizationId: 'rare' }, []],
    ['with a name', { name: `name ${count - 5}` }, [idOf(5)]],
  ])('is answered in every order: %s', async (_, filter, expected) => {
    for (const field of ['id', 'name', 'createdTime', 'updatedTime', 'status'])
      for (const descending of [false, true]) {
        const found = (await pages({ ...span, ...filter }, { sort: [{ field, descending }], size: 2 })).flat();
        expect([field, found.toSorted()]).toEqual([field, expected]);
        if (field === 'id') expect(found).toEqual(descending ? expected.toReversed() : expected);
      }
    expect((await pages({ ...span, ...filter })).flat().toSorted()).toEqual(expected);
  });
});

describe('after a user with many fields was deleted', () => {
  const existing = async (ids: string[]) => new Set(ids.filter((id) => id !== everybody[1]));

  test.each<[string, FieldFilter, Partial<PageRequest>]>([
    ['of the owner', {}, {}],
    ['of the owner by name', {}, { sort: [{ field: 'name', descending: false }] }],
    ['of a type', { type: 'ORIGINAL' }, {}],
  ])('no page of a list is empty: %s', async (_, filter, asked) => {
    const found = await pages(filter, { ...asked, existing });
    expect(found.flat()).toHaveLength(40);
    expect(found.map((ids) => ids.length)).toEqual(Array.from({ length: 8 }, () => 5));
  });

  test('pages by number show the remaining fields', async () => {
    const { items } = await page({}, { page: 4, existing });
    expect(items.map(({ field }) => field.id)).toEqual([220, 221, 222, 223, 224].map(idOf));
  });

  test('a list that cannot get past the deleted rows says so', async () => {
    const asked = { page: 4, size: 5, sort: [], existing };
    await expect(listFields({ fields }, ownerId, {}, asked, { reads: 3, rows: 20 })).rejects.toMatchObject({
      status: 503,
      errorKey: 'rowsBeingErased',
    });
  });
});

test('a list of the owner or of one user returns its length without reading it', async () => {
  const { total } = await page({});
  expect(total).toBe(count);
  expect((await page({ svcUserId: everybody[1] ?? '' })).total).toBe(200);
});
