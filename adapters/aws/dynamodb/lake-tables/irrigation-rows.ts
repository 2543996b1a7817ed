import type { StoredIrrigation } from '../../../../domain/irrigation/irrigation.ts';
import { irrigationRow } from '../../../../domain/lake-tables/irrigation-row.ts';
import type { ChangedRow } from '../../../../domain/lake-tables/shard.ts';
import type { LakeRow } from '../../../../domain/lake-tables/shard-store.ts';
import { getMany } from '../get-many.ts';
import { dayPrefix, idName, irrigationPartition as partition } from '../irrigation/irrigation-item.ts';
import type { Table } from '../table.ts';
import { itemsIn } from '../user-items.ts';

const atOnce = 100;

/** The rows of changed irrigation of machines. */
export async function* irrigationRows(
  irrigation: Table,
  ownerId: string,
  changed: readonly ChangedRow[],
): AsyncGenerator<LakeRow> {
  const named = changed.filter(({ id }) => id !== undefined);
  for (let start = 0; start < named.length; start += atOnce) {
    const ids = named
      .slice(start, start + atOnce)
      .map(({ svcUserId, id = '' }) => ({ pk: partition(ownerId, svcUserId), sk: idName(id) }));
    const found = await getMany(irrigation, ids, { consistent: true });
    const keys = found.flatMap((item) => (item ? [{ pk: String(item.pk), sk: String(item.record) }] : []));
    for (const item of await getMany(irrigation, keys, { consistent: true })) {
      if (item) yield irrigationRow(item.value as StoredIrrigation);
    }
  }
  for (const { svcUserId, id } of changed) {
    if (id !== undefined) continue;
    for await (const item of itemsIn(irrigation, partition(ownerId, svcUserId), dayPrefix)) {
      yield irrigationRow(item.value as StoredIrrigation);
    }
  }
}
