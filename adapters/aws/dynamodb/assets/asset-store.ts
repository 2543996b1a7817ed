import type { AssetStore } from '../../../../domain/assets/asset-store.ts';
import { notFound, Problem } from '../../../../domain/errors.ts';
import { eventWrite } from '../events/event-item.ts';
import type { Table } from '../table.ts';
import { transact, type Write } from '../transact.ts';
import { userExists } from '../users/user-exists.ts';
import { assetDirectory, readAsset, type StoredAsset } from './asset-directory.ts';
import { assetKey } from './asset-item.ts';

/** Number of attempts at conflicting edits of one asset. */
const attempts = 5;

/** Assets in DynamoDB. Every write is conditional on the existence of the user. */
export function assetStore(assets: Table, users: Table, events: Table): AssetStore {
  const TableName = assets.name;
  return {
    ...assetDirectory(assets),

    async add(ownerId, asset, event, commit) {
      const Item = { ...assetKey(ownerId, asset), asset };
      const put = { Put: { TableName, Item, ConditionExpression: 'attribute_not_exists(pk)' } };
      const writes = [userExists(users, ownerId, asset.svcUserId), put, eventWrite(events, event)];
      const failed = await transact(assets.client, writes, commit);
      if (failed === 0) throw notFound('user', asset.svcUserId);
      return failed === undefined;
    },

    async change(ownerId, named, edit, eventOf) {
      for (let attempt = 1; attempt <= attempts; attempt += 1) {
        const before = await readAsset(assets, ownerId, named);
        if (!before) return undefined;
        const asset = edit(before.asset);
        if (asset === before.asset) return asset;
        const Item = { ...assetKey(ownerId, asset), asset, revision: (before.revision ?? 0) + 1 };
        const event = eventOf(asset, before.asset);
        const writes: Write[] = [
          userExists(users, ownerId, asset.svcUserId),
          { Put: { TableName, Item, ...unchangedSince(before) } },
          ...(event ? [eventWrite(events, event)] : []),
        ];
        const failed = await transact(assets.client, writes);
        if (failed === 0) throw notFound('user', asset.svcUserId);
        if (failed === undefined) return asset;
      }
      const detail = 'This is being changed by several requests at once. Try again.';
      throw new Problem('conflict', detail, { retryAfterSeconds: 1 });
    },

    async remove(ownerId, asset, event) {
      const Key = assetKey(ownerId, asset);
      const failed = await transact(assets.client, [
        userExists(users, ownerId, asset.svcUserId),
        { Delete: { TableName, Key, ConditionExpression: 'attribute_exists(pk)' } },
        eventWrite(events, event),
      ]);
      if (failed === 0) throw notFound('user', asset.svcUserId);
      return failed === undefined;
    },
  };
}

function unchangedSince({ revision }: StoredAsset) {
  if (revision === undefined) {
    return { ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(revision)' };
  }
  return { ConditionExpression: 'revision = :over', ExpressionAttributeValues: { ':over': revision } };
}
