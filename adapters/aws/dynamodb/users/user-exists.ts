import type { Table } from '../table.ts';
import type { Write } from '../transact.ts';

/** The id is the sort key too, so that an owner's index is in the order of creation. */
export function userKey(ownerId: string, id: string): { pk: string; sk: string } {
  return { pk: `${ownerId}#${id}`, sk: id };
}

/** Part of every transaction that writes data of a user: nothing may appear after the user has been deleted. */
export function userExists(users: Table, ownerId: string, svcUserId: string): Write {
  const Key = userKey(ownerId, svcUserId);
  return { ConditionCheck: { TableName: users.name, Key, ConditionExpression: 'attribute_exists(revision)' } };
}
