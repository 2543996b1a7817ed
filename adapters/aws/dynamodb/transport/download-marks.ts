import { DeleteCommand, GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Clock } from '../../../../domain/clock.ts';
import type { DownloadMark, DownloadMarks } from '../../../../domain/transport/download.ts';
import type { UserSubject } from '../../../../domain/work/work-stores.ts';
import { userPartition } from '../fields/field-item.ts';
import type { Table } from '../table.ts';
import { transact } from '../transact.ts';
import { existingUser } from '../work/subject-items.ts';

/** The bucket removes parts that nobody completes within days; a mark without them begins anew. */
const keptSeconds = 7 * 24 * 60 * 60;

/** Marks of a user's downloads in DynamoDB, in the partition of the user, which is emptied with it. `put` throws `SubjectGone` for a user that was deleted. */
export function downloadMarks(
  { credentials, users }: { credentials: Table; users: Table },
  user: UserSubject,
  clock: Clock,
): DownloadMarks {
  const { client, name: TableName } = credentials;
  const existing = existingUser(users);
  const keyOf = (key: string) => ({ pk: userPartition(user.ownerId, user.svcUserId), sk: `download#${key}` });
  return {
    async get(key) {
      const { Item } = await client.send(new GetCommand({ TableName, Key: keyOf(key), ConsistentRead: true }));
      return Item?.mark as DownloadMark | undefined;
    },
    async put(key, mark) {
      const expiresAt = Math.floor(clock.now() / 1_000) + keptSeconds;
      const put = { Put: { TableName, Item: { ...keyOf(key), mark, expiresAt } } };
      if ((await transact(client, [existing.check(user), put])) !== undefined) throw existing.gone(user);
    },
    async remove(key) {
      await client.send(new DeleteCommand({ TableName, Key: keyOf(key) }));
    },
  };
}
