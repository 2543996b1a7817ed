import type { MachineFile } from '../../../../domain/machine-files/machine-file.ts';
import type { MachineFileDirectory } from '../../../../domain/machine-files/machine-file-store.ts';
import { getMany } from '../get-many.ts';
import { pageOfRows } from '../lists/sorted-page.ts';
import { recordKey } from '../operations/operation-item.ts';
import type { Table } from '../table.ts';
import { fromOtherProviders } from './content-claims.ts';
import { eachRecord, getRecord, listRecords } from './records.ts';

const kind = 'file';
const hint = 'Narrow the list by svcUserId, or sort it by id.';

/**
 * Reads machine files from DynamoDB.
 *
 * @example const file = await machineFileDirectory(operations).get(ownerId, id);
 */
export function machineFileDirectory(operations: Table): MachineFileDirectory {
  const many = async (ownerId: string, ids: readonly string[]): Promise<MachineFile[]> => {
    const keys = ids.map((id) => recordKey(ownerId, id, kind));
    const items = await getMany(operations, keys, { consistent: true });
    return items.flatMap((item) => (item?.file as MachineFile | undefined) ?? []);
  };
  return {
    get: (ownerId, id) => getRecord(operations, ownerId, id, kind),

    many,

    async listAmong(ownerId, ids, { name, wants }, page) {
      const files = (await many(ownerId, ids)).filter(wants);
      const there = await page.existing?.(files.map(({ svcUserId }) => svcUserId));
      const rows = there ? files.filter(({ svcUserId }) => there.has(svcUserId)) : files;
      return pageOfRows([operations.name, ownerId, page.sort, name], rows, page, ({ id }) => id);
    },

    list: (ownerId, svcUserId, shown, page) => listRecords(operations, { ownerId, svcUserId, kind, shown, hint }, page),

    fromOtherProviders: (ownerId, file) => fromOtherProviders(operations, { ownerId, svcUserId: file.svcUserId }, file),

    each: (ownerId, svcUserId) => eachRecord(operations, ownerId, svcUserId, kind),
  };
}
