import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { ParserAttempts } from '../../../domain/parser-attempts.ts';
import type { Item, Table } from './table.ts';
import { ifHeld, type Write } from './transact.ts';

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

/** The condition that an item's work is pending. */
interface Waiting {
  condition: string;
  values?: Record<string, unknown>;
}

/** The condition of records that have not ended, since those that have ended have no deadline. */
const hasDeadline: Waiting = { condition: 'attribute_exists(deadlineKey)' };

/**
 * Attempts as a set of deliveries in the item of pending work; no effect on an item whose work has ended.
 *
 * @example const known = await parserAttempts(uploads, { pk, sk }).begin(delivery); // this delivery included
 */
export function parserAttempts(
  { client, name: TableName }: Table,
  Key: Item,
  { condition, values = {} }: Waiting = hasDeadline,
): ParserAttempts {
  const change = async (UpdateExpression: string, delivery: string): Promise<Item> => {
    const command = new UpdateCommand({
      TableName,
      Key,
      UpdateExpression,
      ConditionExpression: condition,
      ExpressionAttributeValues: { ...values, ':delivery': new Set([delivery]) },
      ReturnValues: 'UPDATED_NEW',
    });
    return (await ifHeld(() => client.send(command)))?.Attributes ?? {};
  };
  return {
    async begin(delivery) {
      const { attempts } = await change('ADD attempts :delivery', delivery);
      return [...((attempts as Set<string> | undefined) ?? [])];
    },
    async end(delivery) {
      await change('DELETE attempts :delivery', delivery);
    },
  };
}
