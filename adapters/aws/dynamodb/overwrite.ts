import type { Item, Table } from './table.ts';
import type { Write } from './transact.ts';

/** Attributes of pending work, which an item loses when it is written without them. */
const waiting = ['deadlineKey', 'deadline', 'attempts'];

/** The condition for overwriting an item. */
interface Condition {
  ConditionExpression: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Record<string, unknown>;
}

/**
 * Writes the members of an item over an existing one, which keeps its `counted` mark.
 *
 * @example overwrite(operations, item, { ConditionExpression: '#status = :from', ExpressionAttributeNames, ExpressionAttributeValues })
 */
export function overwrite({ name: TableName }: Pick<Table, 'name'>, Item: Item, condition: Condition): Write {
  const { pk, sk, ...members } = Item;
  const set = Object.entries(members).filter(([, value]) => value !== undefined);
  const removed = waiting.filter((name) => members[name] === undefined);
  const nameOf = (name: string) => `#set_${name}`;
  return {
    Update: {
      TableName,
      Key: { pk, sk },
      UpdateExpression: [
        `SET ${set.map(([name]) => `${nameOf(name)} = :set_${name}`).join(', ')}`,
        ...(removed.length > 0 ? [`REMOVE ${removed.join(', ')}`] : []),
      ].join(' '),
      ...condition,
      ExpressionAttributeNames: {
        ...Object.fromEntries(set.map(([name]) => [nameOf(name), name])),
        ...condition.ExpressionAttributeNames,
      },
      ExpressionAttributeValues: {
        ...Object.fromEntries(set.map(([name, value]) => [`:set_${name}`, value])),
        ...condition.ExpressionAttributeValues,
      },
    },
  };
}
