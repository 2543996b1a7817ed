import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import type { MachineFile } from '../../../../domain/machine-files/machine-file.ts';
import type { FileEnding, MachineFileStore } from '../../../../domain/machine-files/machine-file-store.ts';
import { workKey } from '../assets/asset-item.ts';
import { moveDeadline, overdueItems } from '../deadlines.ts';
import { eventWrite } from '../events/event-item.ts';
import { hiddenAfterName, inGeneration } from '../lake/points-pointer.ts';
import { lakePointerKey, recordKey } from '../operations/operation-item.ts';
import { overwrite, parserAttempts } from '../pending-item.ts';
import type { Table } from '../table.ts';
import { ifHeld, transact, type Write } from '../transact.ts';
import { usageWrite } from '../usage-item.ts';
import { userExists } from '../users/user-exists.ts';
import { contentKey, holderOf } from './content-claims.ts';
import { changedFile, fileItem, machineFileWriter, onlyAsRead } from './machine-file-writer.ts';

/** Indexes of writes in the transaction that ends a counted file. */
const contentWrite = 2;
const pointerWrite = 4;

export interface MachineFileTables {
  operations: Table;
  users: Table;
  events: Table;
  usage: Table;
  /** Absent if files only end as failed ones, which leaves the work of machines as it is. */
  assets?: Table;
}

/** Machine files in DynamoDB. Every write is conditional on the existence of the user. */
export function machineFileStore({ operations, users, events, usage, assets }: MachineFileTables): MachineFileStore {
  const TableName = operations.name;
  /** The write that shows the points of an ingest, in place of those that they replace. */
  const showing = (
    ownerId: string,
    at: string,
    { ingestId, gen, replaced }: Omit<NonNullable<FileEnding['counted']>, 'usage'>,
  ): Write => ({
    Update: {
      TableName,
      Key: lakePointerKey(ownerId, 'points'),
      UpdateExpression: `SET #updatedTime = :updatedTime DELETE #hidden :ingests REMOVE #after ADD revision :one${replaced ? ', #replaced :replaced' : ''}`,
      ConditionExpression: inGeneration(gen),
      ExpressionAttributeNames: {
        '#gen': 'gen',
        '#hidden': 'hidden',
        '#after': hiddenAfterName(ingestId),
        '#updatedTime': 'updatedTime',
        ...(replaced && { '#replaced': 'replaced' }),
      },
      ExpressionAttributeValues: {
        ':ingests': new Set([ingestId]),
        ':updatedTime': at,
        ':one': 1,
        ':gen': gen,
        ...(replaced && { ':replaced': new Set([replaced]) }),
      },
    },
  });

  /** The writes that claim the content for the first file of a user and provider with it, count the file and publish its points. */
  const countedWrites = (ownerId: string, file: MachineFile, { counted }: FileEnding): Write[] => {
    if (!counted) return [];
    const content = { ...contentKey({ ownerId, svcUserId: file.svcUserId }, file), fileId: file.id };
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
      showing(ownerId, file.updatedTime, counted),
    ];
  };

  const workWrites = (ownerId: string, file: MachineFile, { work }: FileEnding): Write[] => {
    if (!work) return [];
    if (!assets) throw new Error('this store has no table for the work of machines');
    const { svcUserId, id: svcFileId } = file;
    const ended = work.formerMachines.filter((id) => work.of.every(({ machineId }) => machineId !== id));
    const keyOf = (machineId: string) => workKey(ownerId, { svcUserId, machineId, svcFileId });
    return [
      ...work.of.map((one) => ({ Put: { TableName: assets.name, Item: { ...keyOf(one.machineId), work: one } } })),
      ...ended.map((machineId) => ({ Delete: { TableName: assets.name, Key: keyOf(machineId) } })),
    ];
  };

  return {
    ...machineFileWriter(operations, users),

    holderOf: (user, content) => holderOf(operations, user, content),

    async release(user, content, id) {
      if (content.contentHash === '') return;
      const command = new DeleteCommand({
        TableName,
        Key: contentKey(user, content),
        ConditionExpression: 'fileId = :id',
        ExpressionAttributeValues: { ':id': id },
      });
      await ifHeld(() => operations.client.send(command));
    },

    async finish(ownerId, file, ending) {
      const { record, traits } = changedFile(operations, ownerId, file, { from: 'processing' });
      const failed = await transact(operations.client, [
        userExists(users, ownerId, file.svcUserId),
        record,
        ...countedWrites(ownerId, file, ending),
        ...(ending.event ? [eventWrite(events, ending.event)] : []),
        ...traits,
        ...workWrites(ownerId, file, ending),
      ]);
      if (failed === undefined) return 'done';
      if (failed === pointerWrite) return 'moved';
      return failed === contentWrite ? 'other' : 'gone';
    },

    async recount(ownerId, file, former, gen) {
      const { ingestId = former, svcUserId, updatedTime } = file;
      const { ExpressionAttributeValues, ConditionExpression, ...names } = onlyAsRead(file);
      const asRead = {
        ...names,
        ConditionExpression: `${ConditionExpression} AND #file.ingestId = :former`,
        ExpressionAttributeValues: { ...ExpressionAttributeValues, ':former': former },
      };
      const failed = await transact(operations.client, [
        userExists(users, ownerId, svcUserId),
        overwrite(operations, fileItem(ownerId, file), asRead),
        ...(ingestId === former ? [] : [showing(ownerId, updatedTime, { ingestId, gen, replaced: former })]),
      ]);
      if (failed === undefined) return 'done';
      return failed === 2 ? 'moved' : 'gone';
    },

    attempts: (ownerId, id) => parserAttempts(operations, recordKey(ownerId, id, 'file')),

    setDeadline: (ownerId, id, deadline) => moveDeadline(operations, recordKey(ownerId, id, 'file'), deadline),

    async overdue(now) {
      const items = await overdueItems(operations, 'file', now);
      return items.map((item) => ({ ownerId: item.ownerId as string, file: item.file as MachineFile }));
    },
  };
}
