import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { Problem } from '../../../../domain/errors.ts';
import { lakePointsPrefix, lakeReferencePrefix, lakeShardKey } from '../../../../domain/files/object-keys.ts';
import type { ObjectStore, ObjectVersion } from '../../../../domain/files/object-store.ts';
import type { LakeDirectory } from '../../../../domain/query/query-engine.ts';
import { referenceTables } from '../../../../domain/query/tables/owner-catalogue.ts';
import type { Item, Table } from '../table.ts';
import { hiddenIn } from './lake-pointers.ts';
import { type LakeShards, lakePointerKey } from './operation-item.ts';

const sharedTables = new Set(referenceTables.map(({ name }) => name));

/** What is listed while points are replaced belongs to no moment; they are not replaced that often. */
const mostLooks = 10;

/**
 * What stands in the lake for an owner: points without what their pointer leaves out, which are being written or were replaced; of any other
 * table the shards that its pointer names.
 */
export function lakeDirectory(operations: Table, lake: Pick<ObjectStore, 'versions'>): LakeDirectory {
  const pointerOf = async (ownerId: string, table: string): Promise<Item | undefined> => {
    const Key = lakePointerKey(ownerId, table);
    return (await operations.client.send(new GetCommand({ TableName: operations.name, Key, ConsistentRead: true })))
      .Item;
  };

  const leftOut = async (ownerId: string) => hiddenIn((await pointerOf(ownerId, 'points')) ?? {});

  const points = async (ownerId: string): Promise<ObjectVersion[]> => {
    let without = await leftOut(ownerId);
    for (let look = 0; look < mostLooks; look++) {
      const files: ObjectVersion[] = [];
      for await (const file of lake.versions(lakePointsPrefix(ownerId))) {
        if (!without.includes(ingestIn(file))) files.push(file);
      }
      const before = without.join();
      without = await leftOut(ownerId);
      if (without.join() === before) return files;
    }
    throw new Problem('unavailable', 'The points are being replaced. Ask again in a moment.', {
      retryAfterSeconds: 5,
    });
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

  const filesOf = (ownerId: string, table: string): Promise<ObjectVersion[]> => {
    if (sharedTables.has(table)) return parts(table);
    return table === 'points' ? points(ownerId) : shards(ownerId, table);
  };

  return {
    async files(ownerId, tables) {
      const found = tables.map(async (table) => [table, await filesOf(ownerId, table)] as const);
      return new Map(await Promise.all(found));
    },
  };
}

/** The ingest in a name: `<file>.<ingest>.parquet`. */
function ingestIn({ key }: ObjectVersion): string {
  return key.split('.').at(-2) ?? '';
}
