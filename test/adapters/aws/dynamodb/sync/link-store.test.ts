import { expect, test } from 'vitest';
import { dueRounds } from '../../../../../adapters/aws/dynamodb/sync/due-rounds.ts';
import { linkStore } from '../../../../../adapters/aws/dynamodb/sync/link-store.ts';
import { linkKey } from '../../../../../adapters/aws/dynamodb/sync/sync-item.ts';
import { timestamp } from '../../../../../domain/clock.ts';
import { fieldsUnderTest } from '../fields/tables-under-test.ts';

const { freshUser, fields, users, clock } = await fieldsUnderTest();
const links = linkStore(fields, users);
const provider = 'ClimateFieldView';

/** A link whose scheduled round has been overdue for a second, and what ends a round of it. */
async function overdueLink() {
  const { ownerId, svcUserId } = await freshUser();
  const now = clock.now();
  await links.put(ownerId, svcUserId, { provider, account: 'a' }, now - 1_000);
  const endedTime = timestamp(now);
  const brought = { growers: 0, farms: 0, fields: 0, boundaries: 0 };
  const end = { startedTime: endedTime, endedTime, isComplete: true, brought, problems: [] };
  const ends = (known: string | undefined) =>
    links.endRound(ownerId, svcUserId, provider, end, { time: now + 3_600_000, dueTime: known });
  const dueTime = async () => (await links.all(ownerId, svcUserId))[0]?.dueTime;
  return { now, key: linkKey(ownerId, svcUserId, provider), ends, dueTime };
}

test('a scheduled round that becomes due while another runs is still to come when that one ends', async () => {
  const { now, key, ends, dueTime } = await overdueLink();
  const rounds = dueRounds(fields);
  await rounds.begin(key, now);
  const due = await dueTime();
  expect(due).toBe(timestamp(now));
  await ends(undefined);
  expect(await dueTime()).toBe(due);
  // A message that is lost is sent again half an hour later.
  expect(await rounds.find(now + 31 * 60_000, 10)).toHaveLength(1);
  await ends(due);
  expect(await dueTime()).toBeUndefined();
  expect(await rounds.find(now + 31 * 60_000, 10)).toEqual([]);
});

test('a round that ends before a sweep has begun the scheduled one leaves that to come', async () => {
  const { now, key, ends, dueTime } = await overdueLink();
  await ends(undefined);
  const rounds = dueRounds(fields);
  const isDue = async () => (await rounds.find(now, 1_000)).some(({ pk }) => pk === key.pk);
  expect(await isDue()).toBe(true);
  expect(await rounds.begin(key, now)).toBeDefined();
  await ends(await dueTime());
  expect(await isDue()).toBe(false);
});
