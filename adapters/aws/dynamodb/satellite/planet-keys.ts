import { DeleteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { PlanetAccess, PlanetKeys } from '../../../../domain/satellite/planet/planet-key.ts';
import type { Table } from '../table.ts';
import { ifHeld } from '../transact.ts';

const keyOf = (ownerId: string) => ({ pk: ownerId, sk: 'access#planet' });

/**
 * The API keys of owners for Planet, in the table `satellite`.
 *
 * @example const access = await planetKeys(satellite).get(ownerId); // undefined without a key
 */
export function planetKeys({ client, name: TableName }: Table): PlanetKeys {
  const read = async (ownerId: string) =>
    (await client.send(new GetCommand({ TableName, Key: keyOf(ownerId), ConsistentRead: true }))).Item;
  return {
    get: async (ownerId) => (await read(ownerId))?.access as PlanetAccess | undefined,

    sealed: async (ownerId) => (await read(ownerId))?.sealed as string | undefined,

    async put(ownerId, access, sealed) {
      await client.send(new PutCommand({ TableName, Item: { ...keyOf(ownerId), access, sealed } }));
    },

    async remove(ownerId) {
      const ConditionExpression = 'attribute_exists(pk)';
      const command = new DeleteCommand({ TableName, Key: keyOf(ownerId), ConditionExpression });
      return (await ifHeld(() => client.send(command))) !== undefined;
    },
  };
}
