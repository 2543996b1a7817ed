import type { Table } from '../table.ts';
import type { Write } from '../transact.ts';

/**
 * Key of a user. The id is also the sort key, so that the owner's index is in the order of creation.
 *
 * @example userKey('o', 'u') // { pk: 'o#u', sk: 'u' }
 */
export function userKey(ownerId: string, id: string): { pk: string; sk: string } {
  return { pk: `${ownerId}#${id}`, sk: id };
}

/**
 * The check that a user exists, for every transaction that writes data of the user: nothing may be written after the
 * user has been deleted.
 *
 * @example await transact(client, [{ Put: { TableName, Item } }, userExists(users, ownerId, svcUserId)]);
 */
export function userExists(users: Table, ownerId: string, svcUserId: string): Write {
  const Key = userKey(ownerId, svcUserId);
  return { ConditionCheck: { TableName: users.name, Key, ConditionExpression: 'attribute_exists(revision)' } };
}
