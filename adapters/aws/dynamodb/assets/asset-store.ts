import type { Asset, AssetKind } from '../../../../domain/assets/asset.ts';
import type { AssetStore } from '../../../../domain/assets/asset-store.ts';
import { notFound } from '../../../../domain/errors.ts';
import { keysOf } from '../erasure/erase-partition.ts';
import { eventWrite } from '../events/event-item.ts';
import type { Table } from '../table.ts';
import { transact } from '../transact.ts';
import { userExists } from '../users/user-exists.ts';

/** Assets in DynamoDB: a partition for each user, by kind. Every write is conditional on the existence of the user. */
export function assetStore(assets: Table, users: Table, events: Table): AssetStore {
  const partition = (ownerId: string, svcUserId: string) => `${ownerId}#${svcUserId}`;
  return {
    async *each(ownerId, svcUserId, kind) {
      const range = { partitionKey: 'pk', partition: partition(ownerId, svcUserId), sortKey: 'sk' };
      for await (const { asset } of keysOf(assets, { ...range, prefix: sortKey(kind, '') })) yield asset as Asset;
    },

    async add(ownerId, asset, event) {
      const { svcUserId, kind, id } = asset;
      const Item = { pk: partition(ownerId, svcUserId), sk: sortKey(kind, id), asset };
      const failed = await transact(assets.client, [
        userExists(users, ownerId, svcUserId),
        { Put: { TableName: assets.name, Item, ConditionExpression: 'attribute_not_exists(pk)' } },
        ...(event ? [eventWrite(events, event)] : []),
      ]);
      if (failed === 0) throw notFound('user', svcUserId);
    },
  };
}

function sortKey(kind: AssetKind, id: string): string {
  return `${kind}#${id}`;
}
