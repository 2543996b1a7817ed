import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { lakeNameIn, lakePointsPrefix, lakeReferencePrefix, lakeShardKey } from '../../../../domain/files/lake-keys.ts';
import type { ObjectStore, ObjectVersion } from '../../../../domain/files/object-store.ts';
import { lakeChanges, maxLooks } from '../../../../domain/query/lake-changes.ts';
import type { LakeDirectory, LeftOut } from '../../../../domain/query/query-engine.ts';
import { referenceTables } from '../../../../domain/query/tables/owner-catalogue.ts';
import { type LakeShards, lakePointerKey } from '../operations/operation-item.ts';
import type { Item, Table } from '../table.ts';
import { snapshotOf } from './points-pointer.ts';

const sharedTables = new Set(referenceTables.map(({ name }) => name));

/**
 * The published objects of an owner in the lake: points without staged and replaced ingests, and for other tables the
 * shards that their pointer names.
 */
export function lakeDirectory(operations: Table, lake: Pick<ObjectStore, 'versions'>): LakeDirectory {
  const pointerOf = async (ownerId: string, table: string): Promise<Item | undefined> => {
    const Key = lakePointerKey(ownerId, table);
    return (await operations.client.send(new GetCommand({ TableName: operations.name, Key, ConsistentRead: true })))
      .Item;
  };

  const points = async (ownerId: string): Promise<{ files: ObjectVersion[]; leftOut: LeftOut }> => {
    let snapshot = snapshotOf((await pointerOf(ownerId, 'points')) ?? {});
    // A listing during which points were replaced is not consistent, and is repeated.
    for (let look = 0; look < maxLooks; look++) {
      const without = new Set([...snapshot.hidden, ...snapshot.replaced]);
      const files: ObjectVersion[] = [];
      for await (const file of lake.versions(lakePointsPrefix(ownerId, snapshot.gen))) {
        if (!without.has(lakeNameIn(file.key).id)) files.push(file);
      }
      const before = snapshot.revision;
      snapshot = snapshotOf((await pointerOf(ownerId, 'points')) ?? {});
      if (snapshot.revision !== before) continue;
      const isCompacted = files.some(({ key }) => lakeNameIn(key).fileId === undefined);
      const ingestIds = isCompacted ? [...without].sort() : [];
      return { files, leftOut: { ingestIds, svcUserIds: snapshot.hiddenUsers } };
    }
    throw lakeChanges();
  };

  const shards = async (ownerId: string, table: string): Promise<ObjectVersion[]> => {
    const { shards: named = {} } = ((await pointerOf(ownerId, table)) ?? {}) as { shards?: LakeShards };
    return Object.entries(named).map(([shard, { ingestId, bytes }]) => ({
      key: lakeShardKey({ ownerId, table, shard }, ingestId),
      version: ingestId,
      bytes,
    }));
  };

  const parts = async (table: string): Promise<ObjectVersion[]> => {
    const files: ObjectVersion[] = [];
    for await (const file of lake.versions(lakeReferencePrefix(table))) files.push(file);
    return files;
  };

  const filesOf = (ownerId: string, table: string): Promise<ObjectVersion[]> =>
    sharedTables.has(table) ? parts(table) : shards(ownerId, table);

  return {
    async files(ownerId, tables) {
      let leftOut: LeftOut = { ingestIds: [], svcUserIds: [] };
      const found = tables.map(async (table) => {
        if (table !== 'points') return [table, await filesOf(ownerId, table)] as const;
        const seen = await points(ownerId);
        leftOut = seen.leftOut;
        return [table, seen.files] as const;
      });
      return { tables: new Map(await Promise.all(found)), leftOut };
    },
  };
}
