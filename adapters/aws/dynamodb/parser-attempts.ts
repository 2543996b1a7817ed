import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { ParserAttempts } from '../../../domain/parser-attempts.ts';
import type { Item, Table } from './table.ts';

/** When an item's work still waits, as an expression. */
interface Waiting {
  condition: string;
  values?: Record<string, unknown>;
}

/** Records that have ended have no deadline. */
const hasDeadline: Waiting = { condition: 'attribute_exists(deadlineKey)' };

/** Attempts as a set of deliveries in the item of what waits; without effect on one that waits no more. */
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
    try {
      return (await client.send(command)).Attributes ?? {};
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return {};
      throw error;
    }
  };
  return {
    async begin(delivery) {
      const { attempts } = await change('ADD attempts :delivery', delivery);
      return (attempts as Set<string> | undefined)?.size ?? 0;
    },
    async end(delivery) {
      await change('DELETE attempts :delivery', delivery);
    },
  };
}
