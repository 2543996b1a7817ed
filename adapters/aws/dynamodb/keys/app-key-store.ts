import { DeleteCommand, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { AppKey, AppKeyName, AppKeyStore } from '../../../../domain/keys/app-key.ts';
import type { ProviderKey } from '../../../../domain/providers/providers.ts';
import type { Table } from '../table.ts';
import { ifHeld, transact, type Write } from '../transact.ts';
import { itemsIn } from '../user-items.ts';

const prefixOf = (provider: string) => `${provider}#`;
const partitionOf = (ownerId: string) => `${ownerId}#appKeys`;
const keyOf = (ownerId: string, { provider, appName, clientEnvironment }: AppKeyName) => ({
  pk: partitionOf(ownerId),
  sk: `${prefixOf(provider)}${appName}#${clientEnvironment}`,
});
const isThere = { ConditionExpression: 'attribute_exists(pk)' };

/** The check that an app key exists, for transactions. */
export function appKeyExists(keys: Table, ownerId: string, name: AppKeyName): Write {
  return { ConditionCheck: { TableName: keys.name, Key: keyOf(ownerId, name), ...isThere } };
}

/**
 * App keys in DynamoDB, those of an owner in one partition.
 *
 * @example const keys = await appKeyStore(table(names.KEYS_TABLE)).list(ownerId, 'JohnDeere');
 */
export function appKeyStore({ client, name: TableName }: Table): AppKeyStore {
  const table = { client, name: TableName };
  const read = async (ownerId: string, name: AppKeyName) => {
    const command = new GetCommand({ TableName, Key: keyOf(ownerId, name), ConsistentRead: true });
    return (await client.send(command)).Item;
  };

  return {
    async list(ownerId, provider) {
      const keys: AppKey[] = [];
      for await (const { appKey } of itemsIn(table, partitionOf(ownerId), prefixOf(provider))) {
        keys.push(appKey as AppKey);
      }
      return keys;
    },

    async providers(ownerId) {
      const found = new Set<ProviderKey>();
      for await (const { appKey } of itemsIn(table, partitionOf(ownerId), '')) found.add((appKey as AppKey).provider);
      return found;
    },

    async get(ownerId, name) {
      return (await read(ownerId, name))?.appKey as AppKey | undefined;
    },

    async sealed(ownerId, name) {
      return (await read(ownerId, name))?.sealed as string | undefined;
    },

    async create(ownerId, appKey, sealed, commit) {
      const Item = { ...keyOf(ownerId, appKey), appKey, sealed };
      const ConditionExpression = 'attribute_not_exists(pk)';
      if (commit)
        return (await transact(client, [{ Put: { TableName, Item, ConditionExpression } }], commit)) === undefined;
      const written = await ifHeld(() => client.send(new PutCommand({ TableName, Item, ConditionExpression })));
      return written !== undefined;
    },

    async replace(ownerId, name, { sealed, scopes }) {
      const command = new UpdateCommand({
        TableName,
        Key: keyOf(ownerId, name),
        UpdateExpression: `SET sealed = :sealed${scopes ? ', appKey.scopes = :scopes' : ' REMOVE appKey.scopes'}`,
        ...isThere,
        ExpressionAttributeValues: { ':sealed': sealed, ...(scopes && { ':scopes': scopes }) },
        ReturnValues: 'ALL_NEW',
      });
      return (await ifHeld(() => client.send(command)))?.Attributes?.appKey as AppKey | undefined;
    },

    async remove(ownerId, name) {
      const command = new DeleteCommand({ TableName, Key: keyOf(ownerId, name), ...isThere });
      return (await ifHeld(() => client.send(command))) !== undefined;
    },
  };
}
