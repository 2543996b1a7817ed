import { putItems } from '../batch-write.ts';
import type { Item, Table } from '../table.ts';
import { everyUser } from '../users/every-user.ts';
import { ownerCountKeys } from './count-item.ts';

/**
 * Counts the users of every owner again, after a restore of their table without deleted users. Must be the only writer.
 *
 * @example await recountUsers(table(names.USERS_TABLE)); // after a restore
 */
export async function recountUsers(users: Table): Promise<void> {
  const counts = new Map<string, number>();
  for await (const { ownerId } of everyUser(users)) {
    counts.set(ownerId, (counts.get(ownerId) ?? 0) + 1);
  }
  const items = [...counts].flatMap(([ownerId, records]) =>
    ownerCountKeys(ownerId, 'user').map((key, shard): Item => ({ ...key, records: shard === 0 ? records : 0 })),
  );
  await putItems(users, items);
}
