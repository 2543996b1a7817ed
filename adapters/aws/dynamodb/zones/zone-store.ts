import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { notFound } from '../../../../domain/errors.ts';
import type { ZoneStore } from '../../../../domain/zones/zone-store.ts';
import { fieldExists } from '../fields/field-exists.ts';
import { userPartition } from '../fields/field-item.ts';
import { indexPage } from '../lists/index-page.ts';
import type { Table } from '../table.ts';
import { transact } from '../transact.ts';
import { userExists } from '../users/user-exists.ts';
import { zoneFromItem, zoneKey, zoneOwnerKey, zonePrefix, zoneToItem } from './zone-item.ts';

/** Zones in the fields table, in the partition of their user. */
export function zoneStore(fields: Table, users: Table): ZoneStore {
  const TableName = fields.name;

  return {
    list(ownerId, svcUserId, fieldId, asked) {
      const range = {
        partitionKey: 'pk',
        partition: userPartition(ownerId, svcUserId),
        sortKey: 'sk',
        prefix: zonePrefix(fieldId),
        descending: asked.sort[0]?.descending,
      };
      return indexPage(fields, range, asked, zoneFromItem);
    },

    async create(ownerId, zone, commit) {
      const { svcUserId, fieldId, id } = zone;
      const writes = [
        userExists(users, ownerId, svcUserId),
        fieldExists(fields, ownerId, svcUserId, fieldId),
        { Put: { TableName, Item: zoneToItem(ownerId, zone) } },
        { Put: { TableName, Item: { ...zoneOwnerKey(ownerId, id), svcUserId, fieldId } } },
      ];
      const failed = await transact(fields.client, writes, commit);
      if (failed === 0) throw notFound('user', svcUserId);
      if (failed === 1) throw notFound('field', fieldId);
    },

    async remove(ownerId, id) {
      const Key = zoneOwnerKey(ownerId, id);
      const { Item } = await fields.client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
      if (!Item) return false;
      const { svcUserId, fieldId } = Item as { svcUserId: string; fieldId: string };
      const failed = await transact(fields.client, [
        userExists(users, ownerId, svcUserId),
        {
          Delete: {
            TableName,
            Key: zoneKey(ownerId, svcUserId, fieldId, id),
            ConditionExpression: 'attribute_exists(pk)',
          },
        },
        { Delete: { TableName, Key } },
      ]);
      return failed === undefined;
    },
  };
}
