import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Clock, NewId } from '../../../../domain/clock.ts';
import { originRevoked } from '../../../../domain/connections/consent-origin.ts';
import { credentialChanged, credentialConnection } from '../../../../domain/credentials/connection-events.ts';
import {
  attached,
  type Credential,
  credentialExists,
  hasEnded,
  type SealedCredential,
} from '../../../../domain/credentials/credential.ts';
import type { CredentialEvent } from '../../../../domain/credentials/credential-event.ts';
import type { CredentialStore } from '../../../../domain/credentials/credential-store.ts';
import { notFound, type Problem } from '../../../../domain/errors.ts';
import type { CommitRecord } from '../../../../domain/idempotency.ts';
import { type AppKeyName, noSuchAppKey } from '../../../../domain/keys/app-key.ts';
import { type ProviderKey, providerOf } from '../../../../domain/providers/providers.ts';
import { eraseItems } from '../batch-write.ts';
import { originStands } from '../connections/consent-origins.ts';
import { keysOf } from '../erasure/erase-partition.ts';
import { eventWrite } from '../events/event-item.ts';
import { userPartition } from '../fields/field-item.ts';
import { appKeyExists } from '../keys/app-key-store.ts';
import { indexPage } from '../lists/index-page.ts';
import type { IndexRange } from '../lists/index-range.ts';
import type { Item, Table } from '../table.ts';
import { transact, type Write } from '../transact.ts';
import {
  changePrefix,
  credentialFromItem,
  credentialKey,
  credentialToItem,
  eventPrefix,
  pushKey,
  showOnUser,
  tokenKey,
} from './credential-item.ts';

/** A check may write the credential meanwhile, and another browser may consent. */
const attempts = 5;

export interface CredentialStoreServices {
  credentials: Table;
  users: Table;
  events: Table;
  /** The table of app keys. */
  keys: Table;
  clock: Clock;
  newId: NewId;
}

/** Credentials in DynamoDB, with their events, in the partition of their user. */
export function credentialStore(services: CredentialStoreServices): CredentialStore {
  const { credentials, users, events, keys, clock, newId } = services;
  const TableName = credentials.name;

  const read = async (ownerId: string, svcUserId: string, provider: ProviderKey): Promise<Kept | undefined> => {
    const Key = credentialKey(ownerId, svcUserId, provider);
    const { Item } = await credentials.client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
    const credential = credentialFromItem(Item);
    return credential && { credential, revision: Number(Item?.revision) };
  };
  const get: CredentialStore['get'] = async (...named) => (await read(...named))?.credential;

  const changed = (ownerId: string, svcUserId: string) =>
    eventWrite(events, credentialChanged({ id: newId(), ownerId, svcUserId }, clock.now()));

  const connectionEvent = (
    type: Parameters<typeof credentialConnection>[0],
    ownerId: string,
    svcUserId: string,
    credential: Credential,
  ) => eventWrite(events, credentialConnection(type, { id: newId(), ownerId, svcUserId }, credential, clock.now()));

  /** Writes a credential in place of the one that was read, or where none was; returns why it was not written. */
  const write = async ({
    ownerId,
    svcUserId,
    credential,
    before,
    also: [event, origin] = [],
    commit,
  }: Written): Promise<Problem | undefined> => {
    const { provider } = credential;
    const appKey = credential.appKey && { provider, ...credential.appKey };
    const Item = {
      ...credentialToItem(ownerId, svcUserId, credential),
      revision: (before?.revision ?? 0) + 1,
      isDue: true,
    };
    const condition = before
      ? { ConditionExpression: 'revision = :over', ExpressionAttributeValues: { ':over': before.revision } }
      : { ConditionExpression: 'attribute_not_exists(pk)' };
    const writes = [
      showOnUser(users, ownerId, svcUserId, provider, attached(credential)),
      { Put: { TableName, Item, ...condition } },
      changed(ownerId, svcUserId),
      ...(event ? [event] : []),
      ...(origin ? [origin] : []),
      ...(appKey ? [appKeyExists(keys, ownerId, appKey)] : []),
    ];
    const failed = await transact(credentials.client, writes, commit);
    if (failed === undefined) return undefined;
    if (failed === 0) return notFound('user', svcUserId);
    if (failed === 1) return credentialExists(svcUserId, providerOf(provider));
    return origin && failed === 4 ? originRevoked() : noSuchAppKey(appKey as AppKeyName);
  };

  return {
    get,

    async attach(ownerId, svcUserId, credential, commit) {
      const failed = await write({ ownerId, svcUserId, credential, commit });
      if (failed !== undefined) throw failed;
    },

    async connect(ownerId, svcUserId, credential, { origin, keepsHealthy }) {
      for (let attempt = 1; attempt <= attempts; attempt += 1) {
        const before = await read(ownerId, svcUserId, credential.provider);
        if (before && keepsHealthy && !hasEnded(before.credential)) {
          throw credentialExists(svcUserId, providerOf(credential.provider));
        }
        const after = before ? renewed(before.credential, credential) : credential;
        const also = [
          connectionEvent('credentialsConnected', ownerId, svcUserId, after),
          ...(origin ? [originStands(keys, { ownerId, svcUserId }, origin)] : []),
        ];
        const failed = await write({ ownerId, svcUserId, credential: after, before, also });
        if (failed === undefined) return after;
        if (failed.errorKey !== 'credentialExists') throw failed;
      }
      throw new Error(`the ${credential.provider} credential of ${svcUserId} was changed ${attempts} times in a row`);
    },

    async remove(ownerId, svcUserId, provider, { byGrower } = {}) {
      const before = await get(ownerId, svcUserId, provider);
      if (!before) return false;
      const failed = await transact(credentials.client, [
        showOnUser(users, ownerId, svcUserId, provider, {}),
        {
          Delete: {
            TableName,
            Key: credentialKey(ownerId, svcUserId, provider),
            ConditionExpression: 'credentialId = :id',
            ExpressionAttributeValues: { ':id': before.id },
          },
        },
        changed(ownerId, svcUserId),
        ...(byGrower ? [connectionEvent('credentialsDisconnected', ownerId, svcUserId, before)] : []),
      ]);
      if (failed === 0) throw notFound('user', svcUserId);
      if (failed !== undefined) return false;
      await eraseEvents(credentials, ownerId, svcUserId, before);
      return true;
    },

    events(ownerId, svcUserId, credential, asked) {
      const range = { ...eventRange(ownerId, svcUserId, credential), descending: asked.sort[0]?.descending };
      const now = clock.now() / 1000;
      const read = ({ event, expiresAt }: Item) =>
        Number(expiresAt) > now ? (event as CredentialEvent | undefined) : undefined;
      return indexPage(credentials, range, asked, read);
    },
  };
}

/** A credential with the revision of its item. */
interface Kept {
  credential: SealedCredential;
  revision: number;
}

/** A credential to write, in place of the one that was read before. */
interface Written {
  ownerId: string;
  svcUserId: string;
  credential: SealedCredential;
  before?: Kept | undefined;
  /** The event of a credential that a grower connected, and the check of the consent's origin. */
  also?: Write[];
  commit?: CommitRecord | undefined;
}

/** The members of a newly connected credential, under the id of the one that it replaces. */
function renewed({ id, createdTime }: SealedCredential, credential: SealedCredential): SealedCredential {
  return { ...credential, id, createdTime, renewedTime: credential.createdTime };
}

type Named = Parameters<typeof eventPrefix>[0];

function eventRange(ownerId: string, svcUserId: string, credential: Named): IndexRange {
  const partition = userPartition(ownerId, svcUserId);
  return { partitionKey: 'pk', partition, sortKey: 'sk', prefix: eventPrefix(credential) };
}

/**
 * Removes the events, tokens, change tokens and subscriptions of a removed credential. If this is interrupted, the rest cannot be found any more: events and change tokens expire, and
 * tokens are erased with their user.
 */
export async function eraseEvents(
  credentials: Table,
  ownerId: string,
  svcUserId: string,
  credential: Named,
): Promise<void> {
  const pkOf = userPartition(ownerId, svcUserId);
  const keys: Item[] = [tokenKey(credential), pushKey(credential)].map((sk) => ({ pk: pkOf, sk }));
  const range = { ...eventRange(ownerId, svcUserId, credential), keysOnly: true };
  for (const prefix of [eventPrefix(credential), changePrefix(credential)]) {
    for await (const { pk, sk } of keysOf(credentials, { ...range, prefix })) keys.push({ pk, sk });
  }
  await eraseItems(credentials, keys);
}
