import type { AttemptKey } from '../../../../domain/access/identity-store.ts';
import { normalUsername, type Owner } from '../../../../domain/access/owner.ts';
import type { PublishedKey, SigningKey } from '../../../../domain/access/signing-key.ts';
import type { Item, Table } from '../table.ts';

/**
 * `identity` has all data for signing in, including secrets; `owners` has the data that every function needs to check a
 * token.
 */
export interface IdentityTables {
  identity: Table;
  owners: Table;
}

/** Keys of the identity table. Values that callers choose are joined only as JSON, so that no two keys collide. */
export const accountKey = (ownerId: string) => ({ pk: `owner#${ownerId}`, sk: 'owner' });
export const usernameKey = (username: string) => ({ pk: `username#${normalUsername(username)}`, sk: 'username' });
export const clientKey = (id: string) => ({ pk: 'clients', sk: id });
export const signingKeyKey = (kid: string) => ({ pk: 'signingKeys', sk: kid });
export const refreshTokenKey = (hash: string) => ({ pk: `refresh#${hash}`, sk: 'refresh' });
export const familyKey = (familyId: string) => ({ pk: `family#${familyId}`, sk: 'family' });
export const attemptsKey = (key: AttemptKey) => ({ pk: `attempts#${JSON.stringify(key)}`, sk: 'attempts' });
export const knownNetworkKey = (name: string, network: string) => ({
  pk: `network#${JSON.stringify([name, network])}`,
  sk: 'network',
});

/** Owners are few; one partition lists them for the command line. */
export const ownerListKey = (ownerId: string) => ({ pk: 'owners', sk: ownerId });

/**
 * Items of the owners' table. Members are listed one by one, so that a secret which is added to an account or a key is
 * not published.
 */
export const publishedOwner = (owner: Owner): Item => ({ ...accountKey(owner.id), owner });
export function publishedKey({ kid, public: publicKey, createdAt, retiresAt }: SigningKey): Item {
  const key: PublishedKey = { kid, public: publicKey, createdAt, ...(retiresAt !== undefined && { retiresAt }) };
  return { ...signingKeyKey(kid), key };
}
