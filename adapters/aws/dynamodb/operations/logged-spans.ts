import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import type { NewId } from '../../../../domain/clock.ts';
import type { ChangedRecords, LoggedSpan, LoggedSpans } from '../../../../domain/machine-files/records/logged-spans.ts';
import type { UserSubject, WorkList } from '../../../../domain/work/work-stores.ts';
import type { Table } from '../table.ts';
import { transact } from '../transact.ts';
import { itemsIn } from '../user-items.ts';
import { userExists } from '../users/user-exists.ts';
import { existingUser } from '../work/subject-items.ts';
import { workList } from '../work/work-list.ts';
import { fieldWorkPartition } from './operation-item.ts';

const prefixOf = (provider: string) => `span#${provider}#`;

/** The index of logged spans, in the partition of the user's field work. */
export function loggedSpans(operations: Table, users: Table): LoggedSpans {
  const TableName = operations.name;
  const keyOf = ({ ownerId, svcUserId }: UserSubject, provider: string, fileId: string) => ({
    pk: fieldWorkPartition(ownerId, svcUserId),
    sk: prefixOf(provider) + fileId,
  });
  return {
    async note(owner, provider, span) {
      const Item = { ...keyOf(owner, provider, span.fileId), span };
      const writes = [userExists(users, owner.ownerId, owner.svcUserId), { Put: { TableName, Item } }];
      return (await transact(operations.client, writes)) === undefined;
    },

    async forget(owner, provider, fileId) {
      await operations.client.send(new DeleteCommand({ TableName, Key: keyOf(owner, provider, fileId) }));
    },

    async *of({ ownerId, svcUserId }, provider) {
      const partition = fieldWorkPartition(ownerId, svcUserId);
      for await (const { span } of itemsIn(operations, partition, prefixOf(provider))) yield span as LoggedSpan;
    },
  };
}

/** The work list of files whose records have to be compared with those of others, in the same partition. */
export function changedRecords(operations: Table, users: Table, newId: NewId): WorkList<UserSubject, ChangedRecords> {
  return workList({
    table: operations,
    newId,
    partitionOf: ({ ownerId, svcUserId }) => fieldWorkPartition(ownerId, svcUserId),
    prefix: 'records#',
    nameOf: ({ fileId }) => fileId,
    existence: existingUser(users),
  });
}
