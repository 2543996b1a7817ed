import type { Table } from '../../adapters/aws/dynamodb/table.ts';
import { everyUser } from '../../adapters/aws/dynamodb/users/every-user.ts';
import type { Clock, NewId } from '../../domain/clock.ts';
import type { MessageQueue } from '../../domain/events/message-queue.ts';
import { byShard, lakeTables } from '../../domain/lake-tables/shard.ts';
import { noteChanges, shardNoting } from '../../functions/jobs/note-changes/note-changes.ts';
import type { TableMessage } from '../../functions/jobs/write-tables/messages.ts';

/** Requests that the query tables of all users are rewritten, as if all of their records had just changed. Returns the number of users. */
export async function writeTablesAnew(given: {
  users: Table;
  operations: Table;
  queue: MessageQueue<TableMessage>;
  clock: Clock;
  newId: NewId;
}): Promise<number> {
  const { users, operations } = given;
  const noting = shardNoting(operations, given);
  let count = 0;
  for await (const { ownerId, svcUserId } of everyUser(users)) {
    await noteChanges(byShard(lakeTables.map((table) => ({ ownerId, table, rows: [{ svcUserId }] }))), noting);
    count += 1;
  }
  return count;
}
