import type { IdentityStore, OwnerAccount } from '../../../../domain/access/identity-store.ts';
import { normalUsername, type Owner } from '../../../../domain/access/owner.ts';
import { Problem } from '../../../../domain/errors.ts';
import { partition } from '../partition.ts';
import type { Item } from '../table.ts';
import { transact, type Write } from '../transact.ts';
import { accountKey, type IdentityTables, ownerListKey, publishedOwner, usernameKey } from './identity-item.ts';

type Accounts = Pick<IdentityStore, 'accountOf' | 'account' | 'createAccount' | 'changeAccount' | 'listAccounts'>;

/**
 * Owners' accounts. An item of its own claims each username, so that two owners never share one. Tokens are checked
 * with another table, which has the owners without password hashes.
 */
export function accounts(
  { identity, owners }: IdentityTables,
  read: (key: Item) => Promise<Item | undefined>,
): Accounts {
  const TableName = identity.name;
  const account = async (ownerId: string) => {
    const item = await read(accountKey(ownerId));
    return item && ({ owner: item.owner, passwordHash: item.passwordHash } as OwnerAccount);
  };
  const claim = ({ owner }: OwnerAccount): Write => {
    const Item = { ...usernameKey(owner.username), ownerId: owner.id };
    return { Put: { TableName, Item, ConditionExpression: 'attribute_not_exists(pk)' } };
  };
  const writes = ({ owner, passwordHash }: OwnerAccount): Write[] => [
    { Put: { TableName, Item: { ...accountKey(owner.id), owner, passwordHash } } },
    { Put: { TableName, Item: { ...ownerListKey(owner.id), owner } } },
    { Put: { TableName: owners.name, Item: publishedOwner(owner) } },
  ];

  return {
    account,
    async accountOf(username) {
      const item = await read(usernameKey(username));
      return item && account(item.ownerId as string);
    },
    async createAccount(created) {
      const failed = await transact(identity.client, [claim(created), ...writes(created)]);
      if (failed !== undefined) throw usernameTaken(created.owner.username);
    },
    async changeAccount(before, after) {
      const renamed = normalUsername(before.owner.username) !== normalUsername(after.owner.username);
      const release: Write = { Delete: { TableName, Key: usernameKey(before.owner.username) } };
      const failed = await transact(identity.client, [...(renamed ? [claim(after), release] : []), ...writes(after)]);
      if (failed !== undefined) throw usernameTaken(after.owner.username);
    },
    listAccounts: async () => (await partition(identity, ownerListKey('').pk)).map(({ owner }) => owner as Owner),
  };
}

function usernameTaken(username: string): Problem {
  return new Problem('conflict', `Another owner has the username ${username}.`, { errorKey: 'usernameTaken' });
}
