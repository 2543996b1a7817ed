import { QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { getMany } from './get-many.ts';
import type { Item, Table } from './table.ts';
import { ifHeld } from './transact.ts';

/** Items of a kind that are looked at where the caller names no number. */
let atOnce = 100;

/**
 * Has all that follows look at so many overdue items of a kind: for the sweep, whose stores of seventeen folders each look at their own kinds.
 *
 * @example lookAtOnce(environmentNumber('SWEEP_ITEMS', 100));
 */
export function lookAtOnce(items: number): void {
  atOnce = items;
}

/**
 * The keys of items whose deadline has passed, the longest overdue first, from an index that lags by a second. One
 * partition of it holds all pending items, which leave it soon.
 *
 * @param now milliseconds since 1970.
 * @example const [key] = await overdueKeys(operations, 'lake', clock.now(), 1);
 */
export async function overdueKeys(
  { client, name }: Table,
  deadlineKey: string,
  now: number,
  limit = atOnce,
): Promise<Item[]> {
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName: name,
      IndexName: 'byDeadline',
      KeyConditionExpression: 'deadlineKey = :key AND deadline <= :now',
      ExpressionAttributeValues: { ':key': deadlineKey, ':now': now },
      Limit: limit,
    }),
  );
  return Items;
}

/**
 * The items whose deadline has passed, without deleted ones.
 *
 * @example for (const { query } of await overdueItems(queries, 'queries', clock.now())) await look(query);
 */
export async function overdueItems(table: Table, deadlineKey: string, now: number, limit = atOnce): Promise<Item[]> {
  const found = await getMany(table, await overdueKeys(table, deadlineKey, now, limit));
  return found.flatMap((item) => (item?.deadlineKey ? [item] : []));
}

/**
 * Moves the deadline of an item; no effect if the item has none any more.
 *
 * @example await moveDeadline(operations, { pk: 'o#lake', sk: 'points' }, clock.now() + 60_000);
 */
export async function moveDeadline({ client, name }: Table, key: Item, deadline: number): Promise<void> {
  const command = new UpdateCommand({
    TableName: name,
    Key: key,
    UpdateExpression: 'SET deadline = :deadline',
    ConditionExpression: 'attribute_exists(deadlineKey)',
    ExpressionAttributeValues: { ':deadline': deadline },
  });
  await ifHeld(() => client.send(command));
}
