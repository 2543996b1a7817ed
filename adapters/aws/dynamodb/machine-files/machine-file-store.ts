import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { MachineFile } from '../../../../domain/machine-files/machine-file.ts';
import type { FileEnding, MachineFileStore } from '../../../../domain/machine-files/machine-file-store.ts';
import { eventWrite } from '../event-item.ts';
import type { Table } from '../table.ts';
import { transact, type Write } from '../transact.ts';
import { usageWrite } from '../usage-item.ts';
import { userExists } from '../users/user-exists.ts';
import { fileItem, machineFileWriter, onlyFrom } from './machine-file-writer.ts';
import { contentPartition, lakePointerKey } from './operation-item.ts';
import { moveDeadline, overdueRecords } from './overdue-records.ts';

export interface MachineFileTables {
  operations: Table;
  users: Table;
  events: Table;
  usage: Table;
}

/** Machine files in DynamoDB. Every write asks that the user has not been deleted meanwhile. */
export function machineFileStore({ operations, users, events, usage }: MachineFileTables): MachineFileStore {
  const TableName = operations.name;
  /** The first of a user's files with some content holds it, and is counted. */
  const countedWrites = (ownerId: string, file: MachineFile, { counted }: FileEnding): Write[] => {
    if (!counted) return [];
    const { ingestId, replaced } = counted;
    const content = { pk: contentPartition(ownerId, file.svcUserId), sk: file.contentHash, fileId: file.id };
    return [
      {
        Put: {
          TableName,
          Item: content,
          ConditionExpression: 'attribute_not_exists(pk) OR fileId = :id',
          ExpressionAttributeValues: { ':id': file.id },
        },
      },
      usageWrite(usage, counted.usage),
      {
        Update: {
          TableName,
          Key: lakePointerKey(ownerId, 'points'),
          UpdateExpression: `SET #updatedTime = :updatedTime DELETE #hidden :ingests${replaced ? ' ADD #replaced :replaced' : ''}`,
          ExpressionAttributeNames: {
            '#hidden': 'hidden',
            '#updatedTime': 'updatedTime',
            ...(replaced && { '#replaced': 'replaced' }),
          },
          ExpressionAttributeValues: {
            ':ingests': new Set([ingestId]),
            ':updatedTime': file.updatedTime,
            ...(replaced && { ':replaced': new Set([replaced]) }),
          },
        },
      },
    ];
  };

  /** Changes what readers of the owner's points leave out. */
  const changePointer = async (ownerId: string, ingestId: string, change: string, names: string[]) => {
    await operations.client.send(
      new UpdateCommand({
        TableName,
        Key: lakePointerKey(ownerId, 'points'),
        UpdateExpression: change,
        ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
        ExpressionAttributeValues: { ':ingests': new Set([ingestId]) },
      }),
    );
  };

  return {
    ...machineFileWriter(operations, users),

    async holderOf(ownerId, svcUserId, contentHash) {
      const Key = { pk: contentPartition(ownerId, svcUserId), sk: contentHash };
      const { Item } = await operations.client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
      return Item?.fileId as string | undefined;
    },

    hide: (ownerId, ingestId) => changePointer(ownerId, ingestId, 'ADD #hidden :ingests', ['hidden']),

    forget: (ownerId, ingestId) =>
      changePointer(ownerId, ingestId, 'DELETE #hidden :ingests, #replaced :ingests', ['hidden', 'replaced']),

    async finish(ownerId, file, ending) {
      const put: Write = { Put: { TableName, Item: fileItem(ownerId, file), ...onlyFrom('processing') } };
      const failed = await transact(operations.client, [
        userExists(users, ownerId, file.svcUserId),
        put,
        ...countedWrites(ownerId, file, ending),
        ...(ending.event ? [eventWrite(events, ending.event)] : []),
      ]);
      if (failed === undefined) return 'done';
      return failed === 2 ? 'other' : 'gone';
    },

    setDeadline: (ownerId, id, deadline) => moveDeadline(operations, ownerId, id, 'file', deadline),

    async overdue(now) {
      const items = await overdueRecords(operations, 'file', now);
      return items.map((item) => ({ ownerId: item.ownerId as string, file: item.file as MachineFile }));
    },
  };
}
