import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { ContractProduct } from '../../../../domain/usage/contract.ts';
import type { FirstDays } from '../../../../domain/usage/counting/ports.ts';
import type { Table } from '../table.ts';
import { ifHeld } from '../transact.ts';
import { firstKey, firstPrefix, termKey } from './consumption-item.ts';
import { itemsBeginningWith } from './items-beginning-with.ts';

/** First days of products, and the terms in which they were used. */
export function firstDays(consumption: Table): FirstDays {
  const { client, name: TableName } = consumption;
  return {
    async get(ownerId) {
      const items = await itemsBeginningWith(consumption, ownerId, firstPrefix);
      return new Map(
        items.map(({ sk, day }) => [String(sk).slice(firstPrefix.length) as ContractProduct, String(day)]),
      );
    },

    async add(ownerId, product, day) {
      const command = new UpdateCommand({
        ...{ TableName, Key: firstKey(ownerId, product) },
        UpdateExpression: 'SET #day = :day',
        ConditionExpression: 'attribute_not_exists(#day) OR #day > :day',
        ExpressionAttributeNames: { '#day': 'day' },
        ExpressionAttributeValues: { ':day': day },
      });
      await ifHeld(() => client.send(command));
    },

    async addTerm(ownerId, product, start) {
      await client.send(new PutCommand({ TableName, Item: termKey(ownerId, product, start) }));
    },
  };
}
