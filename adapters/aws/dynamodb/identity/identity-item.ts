import type { AttemptKey } from '../../../../domain/access/identity-store.ts';
import { normalUsername } from '../../../../domain/access/owner.ts';

/** Keys of the identity table. What callers choose is never joined to anything but as JSON, so that no two keys meet. */
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
