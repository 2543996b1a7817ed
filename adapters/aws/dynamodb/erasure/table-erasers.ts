import type { Erased, Eraser } from '../../../../domain/erasure/eraser.ts';
import type { OwnerSlots } from '../../../../domain/leases/owner-slots.ts';
import type { MultipartStore } from '../../../../domain/uploads/session-store.ts';
import { getMany } from '../get-many.ts';
import type { Table } from '../table.ts';
import { openSession } from '../uploads/session-store.ts';
import { sessionsOf } from '../uploads/upload-item.ts';
import { zonePrefix } from '../zones/zone-item.ts';
import { eraseZoneOwners } from './erase-of-field.ts';
import { erasePartition, keysOf } from './erase-partition.ts';

const partitionOf = ({ ownerId, svcUserId }: Erased) => `${ownerId}#${svcUserId}`;

/**
 * An eraser of the users' partitions in a table.
 *
 * @example const eraser = partitionEraser('assets', table(names.ASSETS_TABLE));
 */
export function partitionEraser(covers: string, table: Table, keep?: (sk: string) => boolean): Eraser {
  return { covers, erase: (user) => erasePartition(table, partitionOf(user), keep) };
}

/**
 * An eraser of a user's fields, with everything below them. Zones are also indexed in a partition of the owner; those
 * items are deleted first.
 *
 * @example const eraser = fieldsEraser(table(names.FIELDS_TABLE)); // in the list of a job's erasers
 */
export function fieldsEraser(fields: Table): Eraser {
  return {
    covers: 'fields',
    async erase(user) {
      await eraseZoneOwners(fields, user.ownerId, partitionOf(user), zonePrefix());
      await erasePartition(fields, partitionOf(user));
    },
  };
}

/**
 * An eraser of uploads, their entries and sessions, whose partitions the index by user finds. Sessions are deleted
 * first, since the parts of an incomplete one are in the bucket without being listed as objects.
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
        const [item] = await getMany(uploads, [key]);
        const found = item && openSession(item);
        for (const { objectKey, multipartId } of found?.uploads ?? []) await multiparts.abort(objectKey, multipartId);
        if (found?.session.status === 'OPEN') await sessionSlots.free(user.ownerId, found.session.id);
        await erasePartition(uploads, key.pk as string);
      }
      for await (const { pk } of partitions(partitionOf(user))) await erasePartition(uploads, pk as string);
    },
  };
}
