import type { Eraser } from '../../../../domain/erasure/eraser.ts';
import { keysOf } from '../erasure/erase-partition.ts';
import type { Table } from '../table.ts';
import { transact } from '../transact.ts';
import { type CountKey, countWrite, ownerCountOf } from './count-item.ts';
import { userRange } from './count-of.ts';

/**
 * Takes what a deleted user had out of the counts of the owner. Each shard goes in one transaction with what it is taken from, so that a
 * second run finds nothing to take. Nothing of the user is counted any more: every count asks that the user is there.
 */
export function countEraser(covers: string, table: Table): Eraser {
  return {
    covers,
    hides: true,
    async erase({ ownerId, svcUserId }) {
      for await (const { pk, sk, records } of keysOf(table, userRange(ownerId, svcUserId))) {
        const Key = { pk, sk } as unknown as CountKey;
        const ofOwner = ownerCountOf(ownerId, Key);
        await transact(table.client, [
          {
            Delete: {
              TableName: table.name,
              Key,
              ConditionExpression: 'records = :records',
              ExpressionAttributeValues: { ':records': records },
            },
          },
          ...(ofOwner ? [countWrite(table, ofOwner, -Number(records))] : []),
        ]);
      }
    },
  };
}
