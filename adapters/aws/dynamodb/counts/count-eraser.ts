import type { Eraser } from '../../../../domain/erasure/eraser.ts';
import { keysOf } from '../erasure/erase-partition.ts';
import type { Table } from '../table.ts';
import { transact } from '../transact.ts';
import { type CountKey, countWrite, ownerCountOf } from './count-item.ts';
import { userRange } from './count-of.ts';

/**
 * Subtracts a deleted user's counts from those of the owner, each shard in one transaction, so that the eraser is
 * idempotent. The counts do not change meanwhile: every count is conditional on the existence of the user.
 *
 * @example const eraser = countEraser('fields:counts', table(names.FIELDS_TABLE));
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
