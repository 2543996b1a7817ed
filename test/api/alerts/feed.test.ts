import { beforeEach, expect, test } from 'vitest';
import { advance, cloudClock, idle } from '../cloud.ts';
import { freshField } from '../fields/field.ts';
import { freshOwner, type TestOwner } from '../owner.ts';
import { freshUser } from '../users/user.ts';
import { alertsService } from './listener.ts';

interface Feed {
  items: { id: string; event: { type: string; timestamp: string; fieldId: string; svcUserId: string } }[];
  cursor: string;
}

let owner: TestOwner;
let svcUserId: string;
beforeEach(async () => {
  owner = await freshOwner();
  svcUserId = (await freshUser(owner)).id;
});

const read = async (query: Record<string, string> = {}) =>
  (await owner.get<Feed>(`${alertsService}/events?${new URLSearchParams(query)}`)).body;

/** The whole feed from a cursor on. */
async function all(query: Record<string, string> = {}): Promise<Feed> {
  const items: Feed['items'] = [];
  let cursor = query.cursor;
  for (;;) {
    const page = await read({ ...query, ...(cursor && { cursor }) });
    items.push(...page.items);
    if (page.cursor === cursor || page.items.length === 0) return { items, cursor: page.cursor };
    cursor = page.cursor;
  }
}

/** Creates some fields, and waits until their events are in the feed. */
async function someFields(count: number, of = svcUserId): Promise<string[]> {
  const fields = await Promise.all(Array.from({ length: count }, () => freshField(owner, of)));
  await idle();
  await advance({ seconds: 11 });
  return fields.map(({ id }) => id).sort();
}

const fieldsIn = ({ items }: Feed) => items.map(({ event }) => event.fieldId).sort();

test('the feed has what webhooks are sent, and continues where a reader stopped', async () => {
  const first = await someFields(7);
  const created = { type: 'fieldCreated', size: '3' };
  const before = await all(created);
  expect(fieldsIn(before)).toEqual(first);
  expect(before.items[0]?.event).toEqual({
    ...{ type: 'fieldCreated', timestamp: expect.any(String), source: 'REST', svcUserId },
    fieldId: expect.any(String),
  });
  expect((await read({ ...created, cursor: before.cursor })).items).toEqual([]);
  const second = await someFields(4);
  const after = await all({ ...created, cursor: before.cursor });
  expect(fieldsIn(after)).toEqual(second);
});

test('an event is shown only when no other can still be inserted before it', async () => {
  await freshField(owner, svcUserId);
  await idle();
  expect((await read()).items).toEqual([]);
});

test('the feed can be narrowed to types, users and a time', async () => {
  const { id: other } = await freshUser(owner);
  const ofOther = await someFields(2, other);
  await advance({ minutes: 5 });
  const between = new Date(cloudClock.now()).toISOString();
  await advance({ minutes: 5 });
  const own = await someFields(2);
  expect(fieldsIn(await all({ svcUserId: other, type: 'fieldCreated' }))).toEqual(ofOther);
  expect(fieldsIn(await all({ from: between, type: 'fieldCreated' }))).toEqual(own);
  expect(fieldsIn(await all({ to: between, type: 'fieldCreated' }))).toEqual(ofOther);
  const both = await all({ type: 'fieldCreated,fieldBoundaryCreated' });
  expect(new Set(both.items.map(({ event }) => event.type))).toEqual(new Set(['fieldCreated', 'fieldBoundaryCreated']));
  const { cursor } = await read({ svcUserId: other });
  expect(await read({ cursor })).toMatchObject({ errorKey: 'cursorInvalid' });
});

test('the feed reaches back thirty days', async () => {
  await someFields(1);
  await advance({ days: 29 });
  expect((await all()).items).not.toEqual([]);
  await advance({ days: 2 });
  expect((await all()).items).toEqual([]);
});

test('the events of a deleted user are gone at once, and those of other owners are never shown', async () => {
  await someFields(2);
  expect((await (await freshOwner()).get<Feed>(`${alertsService}/events`)).body.items).toEqual([]);
  await owner.call('DELETE', `/services/usermanagement/api/users/${svcUserId}`);
  expect((await all()).items).toEqual([]);
  await idle();
  await advance({ seconds: 30 });
  expect((await all()).items).toEqual([]);
});
