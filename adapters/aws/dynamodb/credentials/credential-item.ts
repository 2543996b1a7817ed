import type { AttachedCredential, SealedCredential } from '../../../../domain/credentials/credential.ts';
import type { ReadCredential } from '../../../../domain/credentials/credential-checks.ts';
import { type CredentialEvent, credentialEventDays } from '../../../../domain/credentials/credential-event.ts';
import type { AppKeyName } from '../../../../domain/keys/app-key.ts';
import { type ProviderKey, providerOf } from '../../../../domain/providers/providers.ts';
import { userPartition } from '../fields/field-item.ts';
import type { IndexRange } from '../lists/index-range.ts';
import type { Item, Table } from '../table.ts';
import type { Write } from '../transact.ts';
import { userKey } from '../users/user-exists.ts';

export const credentialPrefix = 'credential#';

/** Key of a credential; a user has one for each provider. */
export function credentialKey(ownerId: string, svcUserId: string, provider: ProviderKey): { pk: string; sk: string } {
  return { pk: userPartition(ownerId, svcUserId), sk: credentialPrefix + provider };
}

/** Prefix of the events of one credential, whose successor has another id. */
export function eventPrefix({ provider, id }: Pick<SealedCredential, 'provider' | 'id'>): string {
  return `event#${provider}#${id}#`;
}

/** The sort key of the tokens of one credential, whose successor has another id. */
export function tokenKey({ provider, id }: Pick<SealedCredential, 'provider' | 'id'>): string {
  return `tokens#${provider}#${id}`;
}

/** Prefix of the change tokens of the lists of one credential. */
export function changePrefix({ provider, id }: Pick<SealedCredential, 'provider' | 'id'>): string {
  return `change#${provider}#${id}#`;
}

/** The sort key of the subscriptions to notifications of one credential. */
export function pushKey({ provider, id }: Pick<SealedCredential, 'provider' | 'id'>): string {
  return `push#${provider}#${id}`;
}

/** A credential as it was read, with what later writes depend on. */
export function readCredential({ credential, revision, tokenRevision = 0, isDue, failingSince }: Item): ReadCredential {
  const since = failingSince === undefined ? undefined : Number(failingSince);
  return {
    ...(credential as SealedCredential),
    revision: Number(revision),
    tokenRevision: Number(tokenRevision),
    isDue: isDue === true,
    failingSince: since,
  };
}

/** An event of a credential, until it expires. */
export function credentialEventItem(
  {
    ownerId,
    svcUserId,
    ...credential
  }: { ownerId: string; svcUserId: string; provider: ProviderKey; credentialId: string },
  event: CredentialEvent,
  at: number,
): Item {
  const sk = eventPrefix({ provider: credential.provider, id: credential.credentialId }) + event.id;
  const expiresAt = Math.floor(at / 1000) + credentialEventDays * 24 * 60 * 60;
  return { pk: userPartition(ownerId, svcUserId), sk, event, expiresAt };
}

/** The credentials with an app key, in their index. */
export function usersOfAppKey(ownerId: string, { provider, appName, clientEnvironment }: AppKeyName): IndexRange {
  const partition = [ownerId, provider, appName, clientEnvironment].join('#');
  return { index: 'byAppKey', partitionKey: 'appKeyName', partition, sortKey: 'credentialId' };
}

/**
 * The item of a credential. `ownerKey` and `credentialId` index it by its id, `appKeyName` by its app key.
 *
 * @example const Item = { ...credentialToItem(ownerId, svcUserId, credential), revision: 1, isDue: true };
 */
export function credentialToItem(ownerId: string, svcUserId: string, credential: SealedCredential): Item {
  const { provider, appKey } = credential;
  return {
    ...credentialKey(ownerId, svcUserId, provider),
    ownerKey: ownerId,
    credentialId: credential.id,
    svcUserId,
    credential,
    ...(appKey && { appKeyName: usersOfAppKey(ownerId, { provider, ...appKey }).partition }),
  };
}

export function credentialFromItem(item: Item | undefined): SealedCredential | undefined {
  return item?.credential as SealedCredential | undefined;
}

/**
 * The write that sets or removes a credential in a user, so that one read of the user shows all. The user must exist.
 */
export function showOnUser(
  users: Table,
  ownerId: string,
  svcUserId: string,
  provider: ProviderKey,
  shown: AttachedCredential,
): Write {
  return {
    Update: {
      TableName: users.name,
      Key: userKey(ownerId, svcUserId),
      UpdateExpression: 'SET #user.#property = :shown, revision = revision + :one',
      ConditionExpression: 'attribute_exists(revision)',
      ExpressionAttributeNames: { '#user': 'user', '#property': providerOf(provider).userProperty },
      ExpressionAttributeValues: { ':shown': shown, ':one': 1 },
    },
  };
}
