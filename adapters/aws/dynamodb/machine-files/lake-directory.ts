import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { Problem } from '../../../../domain/errors.ts';
import { lakePointsPrefix } from '../../../../domain/files/object-keys.ts';
import type { ObjectStore, ObjectVersion } from '../../../../domain/files/object-store.ts';
import type { LakeDirectory } from '../../../../domain/query/query-engine.ts';
import type { Table } from '../table.ts';
import { lakePointerKey } from './operation-item.ts';

/** What is listed while points are replaced belongs to no moment; they are not replaced that often. */
const mostLooks = 10;

/** What stands in the lake for an owner, without what its pointer leaves out: points that are being written, or that were replaced. */
export function lakeDirectory(operations: Table, lake: Pick<ObjectStore, 'versions'>): LakeDirectory {
  const leftOut = async (ownerId: string): Promise<string[]> => {
    const { Item: { hidden, replaced } = {} } = await operations.client.send(
      new GetCommand({ TableName: operations.name, Key: lakePointerKey(ownerId), ConsistentRead: true }),
    );
    return [...((hidden as Set<string> | undefined) ?? []), ...((replaced as Set<string> | undefined) ?? [])].sort();
  };

  return {
    async points(ownerId) {
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
    },
  };
}

/** The ingest in a name: `<file>.<ingest>.parquet`. */
function ingestIn({ key }: ObjectVersion): string {
  return key.split('.').at(-2) ?? '';
}
