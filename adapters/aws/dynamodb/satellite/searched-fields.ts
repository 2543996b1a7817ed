import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { SearchedFields } from '../../../../domain/satellite/scenes/cell-store.ts';
import type { Table } from '../table.ts';
import { ifHeld } from '../transact.ts';
import { satelliteFieldKey, satelliteFieldOf } from './satellite-item.ts';

/** Registered fields as searches read them. */
export function searchedFields(satellite: Table): SearchedFields {
  const { client, name: TableName } = satellite;
  return {
    async get(ownerId, fieldId) {
      const Key = satelliteFieldKey(ownerId, fieldId);
      const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
      return Item && satelliteFieldOf(Item);
    },

    async markReported({ ownerId, id }) {
      const command = new UpdateCommand({
        TableName,
        Key: satelliteFieldKey(ownerId, id),
        UpdateExpression: 'REMOVE deadlineKey, deadline',
        ConditionExpression: 'attribute_exists(pk)',
      });
      await ifHeld(() => client.send(command));
    },
  };
}
