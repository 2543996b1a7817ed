/** Keys of the identity table. */
export const accountKey = (ownerId: string) => ({ pk: `owner#${ownerId}`, sk: 'owner' });
export const usernameKey = (username: string) => ({ pk: `username#${normalUsername(username)}`, sk: 'username' });
export const clientKey = (id: string) => ({ pk: 'clients', sk: id });
export const signingKeyKey = (kid: string) => ({ pk: 'signingKeys', sk: kid });
export const refreshTokenKey = (hash: string) => ({ pk: `refresh#${hash}`, sk: 'refresh' });
export const familyKey = (familyId: string) => ({ pk: `family#${familyId}`, sk: 'family' });
export const attemptsKey = (key: string) => ({ pk: `attempts#${key}`, sk: 'attempts' });

/** Owners are few; one partition lists them for the command line. */
export const ownerListKey = (ownerId: string) => ({ pk: 'owners', sk: ownerId });

/** Usernames are e-mail addresses: letter case and surrounding blanks do not tell two apart. */
export function normalUsername(username: string): string {
  return username.trim().toLowerCase();
}
