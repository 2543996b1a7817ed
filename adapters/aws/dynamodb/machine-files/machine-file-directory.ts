import type { MachineFile } from '../../../../domain/machine-files/machine-file.ts';
import type { MachineFileDirectory } from '../../../../domain/machine-files/machine-file-store.ts';
import { getMany } from '../get-many.ts';
import type { Table } from '../table.ts';
import { recordKey } from './operation-item.ts';
import { eachRecord, getRecord, listRecords } from './records.ts';

const kind = 'file';
const hint = 'Narrow the list by svcUserId or batchId.';

/** Machine files in DynamoDB, to be read. */
export function machineFileDirectory(operations: Table): MachineFileDirectory {
  return {
    get: (ownerId, id) => getRecord(operations, ownerId, id, kind),

    async many(ownerId, ids) {
      const keys = ids.map((id) => recordKey(ownerId, id, kind));
      const items = await getMany(operations, keys, { consistent: true });
      return items.flatMap((item) => (item?.file as MachineFile | undefined) ?? []);
    },

    list: (ownerId, svcUserId, shown, page) => listRecords(operations, { ownerId, svcUserId, kind, hint }, shown, page),

    each: (ownerId, svcUserId) => eachRecord(operations, ownerId, svcUserId, kind),
  };
}
