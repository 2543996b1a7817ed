import type { Erased, Eraser } from '../../../../domain/erasure/eraser.ts';
import type { OwnerSlots } from '../../../../domain/leases/owner-slots.ts';
import type { MultipartStore, OpenSession } from '../../../../domain/uploads/session-store.ts';
import { getMany } from '../get-many.ts';
import type { Table } from '../table.ts';
import { sessionsOf } from '../uploads/upload-item.ts';
import { zonePrefix } from '../zones/zone-item.ts';
import { eraseZonePlaces } from './erase-of-field.ts';
import { erasePartition, keysOf } from './erase-partition.ts';

const partitionOf = ({ ownerId, svcUserId }: Erased) => `${ownerId}#${svcUserId}`;

/** Empties a table whose partitions are the users. */
export function partitionEraser(covers: string, table: Table, keep?: (sk: string) => boolean): Eraser {
  return { covers, erase: (user) => erasePartition(table, partitionOf(user), keep) };
}

/** All that hangs on a user's land. Zones are also known by their owner, in a partition of its own: those items go first. */
export function fieldsEraser(fields: Table): Eraser {
  return {
    covers: 'fields',
    async erase(user) {
      await eraseZonePlaces(fields, user.ownerId, partitionOf(user), zonePrefix());
      await erasePartition(fields, partitionOf(user));
    },
  };
}

/**
 * Uploads, their entries and sessions: the index by user leads to their partitions. A session that was not completed
 * has parts in the bucket that no list of objects shows: only its row knows them, so they go first.
 */
export function uploadsEraser(
  uploads: Table,
  multiparts: Pick<MultipartStore, 'abort'>,
  sessionSlots: Pick<OwnerSlots, 'free'>,
): Eraser {
  const partitions = (partition: string) =>
    keysOf(uploads, { index: 'byUser', partitionKey: 'userKey', partition, sortKey: 'listKey' });
  return {
    covers: 'uploads',
    async erase(user) {
      for await (const key of partitions(sessionsOf(user.ownerId, user.svcUserId))) {
        const [found] = (await getMany(uploads, [key])) as unknown as [OpenSession | undefined];
        if (found) await multiparts.abort(found.objectKey, found.multipartId);
        if (found?.session.status === 'OPEN') await sessionSlots.free(user.ownerId, found.session.id);
        await erasePartition(uploads, key.pk as string);
      }
      for await (const { pk } of partitions(partitionOf(user))) await erasePartition(uploads, pk as string);
    },
  };
}
