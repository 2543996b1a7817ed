import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Clock, NewId } from '../../../../domain/clock.ts';
import { credentialChanged, credentialConnection } from '../../../../domain/credentials/connection-events.ts';
import { attached, type Credential, credentialExists } from '../../../../domain/credentials/credential.ts';
import type { CredentialEvent } from '../../../../domain/credentials/credential-event.ts';
import type { CredentialStore } from '../../../../domain/credentials/credential-store.ts';
import { notFound } from '../../../../domain/errors.ts';
import { noSuchAppKey } from '../../../../domain/keys/app-key.ts';
import { providerOf } from '../../../../domain/providers/providers.ts';
import { eraseItems } from '../batch-write.ts';
import { keysOf } from '../erasure/erase-partition.ts';
import { eventWrite } from '../events/event-item.ts';
import { userPartition } from '../fields/field-item.ts';
import { appKeyExists } from '../keys/app-key-store.ts';
import { indexPage } from '../lists/index-page.ts';
import type { IndexRange } from '../lists/index-range.ts';
import type { Item, Table } from '../table.ts';
import { transact } from '../transact.ts';
import { credentialFromItem, credentialKey, credentialToItem, eventPrefix, showOnUser } from './credential-item.ts';

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

  const get: CredentialStore['get'] = async (ownerId, svcUserId, provider) => {
    const Key = credentialKey(ownerId, svcUserId, provider);
    const command = new GetCommand({ TableName, Key, ConsistentRead: true });
    return credentialFromItem((await credentials.client.send(command)).Item);
  };

  const changed = (ownerId: string, svcUserId: string) =>
    eventWrite(events, credentialChanged({ id: newId(), ownerId, svcUserId }, clock.now()));

  const connectionEvent = (
    type: Parameters<typeof credentialConnection>[0],
    ownerId: string,
    svcUserId: string,
    credential: Credential,
  ) => eventWrite(events, credentialConnection(type, { id: newId(), ownerId, svcUserId }, credential, clock.now()));

  return {
    get,

    async attach(ownerId, svcUserId, credential, { byGrower, commit } = {}) {
      const { provider } = credential;
      const appKey = credential.appKey && { provider, ...credential.appKey };
      const Item = { ...credentialToItem(ownerId, svcUserId, credential), revision: 1, isDue: true };
      const writes = [
        showOnUser(users, ownerId, svcUserId, provider, attached(credential)),
        { Put: { TableName, Item, ConditionExpression: 'attribute_not_exists(pk)' } },
        changed(ownerId, svcUserId),
        ...(appKey ? [appKeyExists(keys, ownerId, appKey)] : []),
        ...(byGrower ? [connectionEvent('credentialsConnected', ownerId, svcUserId, credential)] : []),
      ];
      const failed = await transact(credentials.client, writes, commit);
      if (failed === 0) throw notFound('user', svcUserId);
      if (appKey && failed === 3) throw noSuchAppKey(appKey);
      if (failed !== undefined) throw credentialExists(svcUserId, providerOf(provider));
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

type Named = Parameters<typeof eventPrefix>[0];

function eventRange(ownerId: string, svcUserId: string, credential: Named): IndexRange {
  const partition = userPartition(ownerId, svcUserId);
  return { partitionKey: 'pk', partition, sortKey: 'sk', prefix: eventPrefix(credential) };
}

/**
 * Removes the events of a removed credential. If this is interrupted, the rest cannot be found any more, and expires.
 */
export async function eraseEvents(
  credentials: Table,
  ownerId: string,
  svcUserId: string,
  credential: Named,
): Promise<void> {
  const keys: Item[] = [];
  for await (const { pk, sk } of keysOf(credentials, { ...eventRange(ownerId, svcUserId, credential), keysOnly: true }))
    keys.push({ pk, sk });
  await eraseItems(credentials, keys);
}
