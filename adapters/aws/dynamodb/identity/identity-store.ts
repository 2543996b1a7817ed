import { DeleteCommand, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Client } from '../../../../domain/access/client.ts';
import type { IdentityStore, RefreshToken } from '../../../../domain/access/identity-store.ts';
import { partition } from '../partition.ts';
import type { Item } from '../table.ts';
import { ifHeld } from '../transact.ts';
import { accounts } from './accounts.ts';
import { clientKey, familyKey, type IdentityTables, refreshTokenKey } from './identity-item.ts';

/** Expired rows are stored for this time before TTL may delete them. */
const rubbishSeconds = 24 * 60 * 60;

/**
 * Owners, clients and refresh tokens in the identity table.
 *
 * @example const client = await identityStore({ identity, owners }).client(id);
 */
export function identityStore(tables: IdentityTables): IdentityStore {
  const { identity } = tables;
  const TableName = identity.name;
  const read = async (Key: Item) =>
    (await identity.client.send(new GetCommand({ TableName, Key, ConsistentRead: true }))).Item;
  const expiresAt = (milliseconds: number) => Math.ceil(milliseconds / 1000) + rubbishSeconds;

  return {
    ...accounts(tables, read),

    client: async (id) => (await read(clientKey(id)))?.client as Client | undefined,
    async putClient(client) {
      await identity.client.send(new PutCommand({ TableName, Item: { ...clientKey(client.id), client } }));
    },
    async deleteClient(id) {
      await identity.client.send(new DeleteCommand({ TableName, Key: clientKey(id) }));
    },
    listClients: async () => (await partition(identity, clientKey('').pk)).map(({ client }) => client as Client),

    refreshToken: async (hash) => (await read(refreshTokenKey(hash)))?.token as RefreshToken | undefined,
    async putRefreshToken(token) {
      const Item = { ...refreshTokenKey(token.hash), token, expiresAt: expiresAt(token.expiresAt) };
      await identity.client.send(new PutCommand({ TableName, Item }));
    },
    async rotate(hash, at) {
      const command = new UpdateCommand({
        TableName,
        Key: refreshTokenKey(hash),
        UpdateExpression: 'SET #token.rotatedAt = :at',
        ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(#token.rotatedAt)',
        ExpressionAttributeNames: { '#token': 'token' },
        ExpressionAttributeValues: { ':at': at },
      });
      return (await ifHeld(() => identity.client.send(command))) !== undefined;
    },
    async revokeFamily(familyId, until) {
      await identity.client.send(
        new PutCommand({ TableName, Item: { ...familyKey(familyId), expiresAt: expiresAt(until) } }),
      );
    },
    familyRevoked: async (familyId) => (await read(familyKey(familyId))) !== undefined,
  };
}
