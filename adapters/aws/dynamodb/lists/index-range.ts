import { QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Item, Table } from '../table.ts';

/** A range of keys in an index, or in the table itself: one partition, optionally only the sort keys with a prefix. */
export interface IndexRange {
  /** Absent for the table itself, which returns whole items. */
  index?: string;
  partitionKey: string;
  partition: string;
  sortKey: string;
  prefix?: string | undefined;
  /** Only the sort keys between these two, both included; an alternative to a prefix. */
  between?: readonly [string, string] | undefined;
  /** Only this sort key and those after it, in the order of the range; an alternative to the others. */
  from?: string | undefined;
  descending?: boolean | undefined;
  /** Read only `pk` and `sk` of the table's own items. */
  keysOnly?: boolean | undefined;
  /** Identifies lists with different filters of one range, so that cursors of others are rejected. */
  list?: string | undefined;
}

/**
 * Up to `limit` keys of a range, after `from`. `last` is absent at the end of the range.
 *
 * @example const { keys, last } = await readKeys(fields, { partitionKey: 'pk', partition: 'o#u', sortKey: 'sk', prefix: 'field#' }, 100);
 */
export async function readKeys(
  table: Table,
  range: IndexRange,
  limit: number,
  from?: Item,
): Promise<{ keys: Item[]; last: Item | undefined }> {
  const answer = await table.client.send(
    new QueryCommand({ ...query(table, range), Limit: limit, ExclusiveStartKey: from }),
  );
  return { keys: answer.Items ?? [], last: answer.LastEvaluatedKey };
}

/**
 * The number of keys of a range; undefined above `upTo`.
 *
 * @example const total = await countKeys(fields, range, 1_000); // undefined for more
 */
export async function countKeys(table: Table, range: IndexRange, upTo: number): Promise<number | undefined> {
  let count = 0;
  let from: Item | undefined;
  do {
    const input = {
      ...query(table, range),
      Select: 'COUNT' as const,
      Limit: upTo + 1 - count,
      ExclusiveStartKey: from,
    };
    const answer = await table.client.send(new QueryCommand(input));
    count += answer.Count ?? 0;
    from = answer.LastEvaluatedKey;
  } while (from && count <= upTo);
  return count > upTo ? undefined : count;
}

function query(table: Table, range: IndexRange): QueryCommandInput {
  const { index, partitionKey, partition, sortKey, descending, keysOnly } = range;
  const { condition, values } = sortKeyCondition(range);
  return {
    TableName: table.name,
    ...(index !== undefined && { IndexName: index }),
    KeyConditionExpression: `#p = :p${condition}`,
    ExpressionAttributeNames: { '#p': partitionKey, ...(condition !== '' && { '#s': sortKey }) },
    ExpressionAttributeValues: { ':p': partition, ...values },
    ScanIndexForward: !descending,
    ...(keysOnly && index === undefined && { ProjectionExpression: 'pk, sk' }),
  };
}

function sortKeyCondition(range: IndexRange): { condition: string; values: Record<string, string> } {
  const { prefix, between, from, descending } = range;
  if (from !== undefined) return { condition: ` AND #s ${descending ? '<=' : '>='} :from`, values: { ':from': from } };
  if (between) {
    return { condition: ' AND #s BETWEEN :from AND :to', values: { ':from': between[0], ':to': between[1] } };
  }
  if (prefix === undefined) return { condition: '', values: {} };
  return { condition: ' AND begins_with(#s, :s)', values: { ':s': prefix } };
}

/**
 * Whether a sort key is in a range.
 *
 * @example inRange({ partitionKey: 'pk', partition: 'o#u', sortKey: 'sk', prefix: 'field#' }, 'zone#7') // false
 */
export function inRange({ prefix, between }: IndexRange, key: string | undefined): boolean {
  if (key === undefined) return false;
  if (between) return between[0] <= key && key <= between[1];
  return key.startsWith(prefix ?? '');
}
