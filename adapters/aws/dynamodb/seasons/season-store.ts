import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { notFound } from '../../../../domain/errors.ts';
import type { SeasonStore } from '../../../../domain/seasons/season-store.ts';
import { fieldExists } from '../fields/field-exists.ts';
import { userPartition } from '../fields/field-item.ts';
import { indexPage } from '../lists/index-page.ts';
import { sortedPage } from '../lists/sorted-page.ts';
import type { Table } from '../table.ts';
import { transact } from '../transact.ts';
import { userExists } from '../users/user-exists.ts';
import { seasonFieldKey, seasonFromItem, seasonKey, seasonPrefix } from './season-item.ts';

/** Seasons in the fields table, in the partition of their user. */
export function seasonStore(fields: Table, users: Table): SeasonStore {
  const TableName = fields.name;

  return {
    async list(ownerId, svcUserId, fieldId, asked) {
      const partition = userPartition(ownerId, svcUserId);
      const range = { partitionKey: 'pk', partition, sortKey: 'sk', prefix: seasonPrefix(fieldId) };
      if (asked.sort.length === 0) return indexPage(fields, range, asked, seasonFromItem);
      return sortedPage(fields, range, asked, seasonFromItem, { nameOf: ({ id }) => id, hint: 'Filter by fieldId.' });
    },

    async create(ownerId, season, commit) {
      const { svcUserId, fieldId, id } = season;
      const writes = [
        userExists(users, ownerId, svcUserId),
        fieldExists(fields, ownerId, svcUserId, fieldId),
        { Put: { TableName, Item: { ...seasonKey(ownerId, svcUserId, fieldId, id), season } } },
        { Put: { TableName, Item: { ...seasonFieldKey(ownerId, svcUserId, id), fieldId } } },
      ];
      const failed = await transact(fields.client, writes, commit);
      if (failed === 0) throw notFound('user', svcUserId);
      if (failed === 1) throw notFound('field', fieldId);
    },

    async remove(ownerId, svcUserId, id) {
      const Key = seasonFieldKey(ownerId, svcUserId, id);
      const { Item } = await fields.client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
      if (!Item) return false;
      const season = seasonKey(ownerId, svcUserId, Item.fieldId as string, id);
      const failed = await transact(fields.client, [
        { Delete: { TableName, Key: season, ConditionExpression: 'attribute_exists(pk)' } },
        { Delete: { TableName, Key } },
      ]);
      return failed === undefined;
    },
  };
}
