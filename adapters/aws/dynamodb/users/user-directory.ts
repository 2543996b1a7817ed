import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { ServiceUser } from '../../../../domain/users/service-user.ts';
import type { UserDirectory } from '../../../../domain/users/user-store.ts';
import { getMany } from '../get-many.ts';
import type { Table } from '../table.ts';
import { userKey } from './user-exists.ts';
import { fromItem } from './user-item.ts';

/**
 * Reads service users.
 *
 * @example const existing = await userDirectory(users).existing(ownerId, ids); // a Set of ids
 */
export function userDirectory(users: Table): UserDirectory {
  return {
    get: async (ownerId, id) => (await readUser(users, ownerId, id))?.user,
    async existing(ownerId, ids) {
      const found = await getMany(
        users,
        [...new Set(ids)].map((id) => userKey(ownerId, id)),
      );
      return new Set(found.flatMap((item) => (item?.revision ? [item.sk as string] : [])));
    },
  };
}

/**
 * A user, with the revision on which a change is conditional; undefined if the user does not exist.
 *
 * @example const { user, revision } = (await readUser(users, ownerId, id)) ?? {};
 */
export async function readUser(
  users: Table,
  ownerId: string,
  id: string,
): Promise<{ user: ServiceUser; revision: number } | undefined> {
  const Key = userKey(ownerId, id);
  const { Item } = await users.client.send(new GetCommand({ TableName: users.name, Key, ConsistentRead: true }));
  const user = Item && fromItem(Item);
  return user && { user, revision: Item.revision as number };
}
