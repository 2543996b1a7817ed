import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { MachineFile } from '../../../../domain/machine-files/machine-file.ts';
import type { MachineFileDirectory } from '../../../../domain/machine-files/machine-file-store.ts';
import { getMany } from '../get-many.ts';
import { sortedPage } from '../sorted-page.ts';
import type { Item, Table } from '../table.ts';
import { recordKey, recordRange } from './operation-item.ts';

const sorting = { nameOf: ({ id }: MachineFile) => id, hint: 'Narrow the list by svcUserId or batchId.' };

/** Machine files in DynamoDB, to be read. */
export function machineFileDirectory(operations: Table): MachineFileDirectory {
  return {
    async get(ownerId, id) {
      const command = new GetCommand({
        TableName: operations.name,
        Key: recordKey(ownerId, id, 'file'),
        ConsistentRead: true,
      });
      return (await operations.client.send(command)).Item?.file as MachineFile | undefined;
    },

    async many(ownerId, ids) {
      const items = await getMany(
        operations,
        ids.map((id) => recordKey(ownerId, id, 'file')),
        { consistent: true },
      );
      return items.flatMap((item) => (item?.file as MachineFile | undefined) ?? []);
    },

    list(ownerId, svcUserId, { name, wants }, page) {
      const range = recordRange(ownerId, svcUserId, 'file');
      const read = (item: Item) => {
        const file = item.file as MachineFile | undefined;
        return file && wants(file) ? file : undefined;
      };
      return sortedPage(operations, range, page, read, { ...sorting, name });
    },
  };
}
