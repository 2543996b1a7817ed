import type { Table } from '../table.ts';
import type { Write } from '../transact.ts';
import { userKey } from './user-item.ts';

/** Part of every transaction that writes data of a user: nothing may appear after the user has been deleted. */
export function userExists(users: Table, ownerId: string, svcUserId: string): Write {
  const Key = userKey(ownerId, svcUserId);
  return { ConditionCheck: { TableName: users.name, Key, ConditionExpression: 'attribute_exists(revision)' } };
}
