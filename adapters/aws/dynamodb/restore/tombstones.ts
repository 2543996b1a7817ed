import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { Erased } from '../../../../domain/erasure/eraser.ts';
import type { Item, Table } from '../table.ts';

export interface Tombstone extends Erased {
  /** Milliseconds since the epoch. */
  deletedAt: number;
}

/** The tombstones of all deleted users. Scans the whole table, so it is started by hand. */
export async function* everyTombstone(users: Table): AsyncGenerator<Tombstone> {
  let from: Item | undefined;
  do {
    const page = await users.client.send(
      new ScanCommand({
        TableName: users.name,
        FilterExpression: 'attribute_exists(deletedAt)',
        ConsistentRead: true,
        ExclusiveStartKey: from,
      }),
    );
    for (const { pk, sk, deletedAt } of page.Items ?? []) {
      const svcUserId = String(sk);
      const ownerId = String(pk).slice(0, -svcUserId.length - 1);
      yield { ownerId, svcUserId, deletedAt: Number(deletedAt) };
    }
    from = page.LastEvaluatedKey;
  } while (from);
}

/**
 * Whether an item of the users' table is the tombstone of one of these users, or would restore them or their external
 * ids.
 */
export function belongsToErased(item: Item, erased: ReadonlySet<string>): boolean {
  return erased.has(String(item.sk)) || erased.has(String(item.svcUserId));
}
