import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { KnownNetworks } from '../../../../domain/access/identity-store.ts';
import type { Clock } from '../../../../domain/clock.ts';
import type { Table } from '../table.ts';
import { knownNetworkKey } from './identity-item.ts';

const rememberedSeconds = 90 * 24 * 60 * 60;

/** The networks from which usernames signed in, in the identity table, for 90 days after the last time. */
export function knownNetworks(identity: Table, clock: Clock): KnownNetworks {
  const TableName = identity.name;
  return {
    async isKnown(name, network) {
      const Key = knownNetworkKey(name, network);
      const { Item } = await identity.client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
      return Item !== undefined && Item.expiresAt > clock.now() / 1000;
    },
    async remember(name, network) {
      const expiresAt = Math.ceil(clock.now() / 1000) + rememberedSeconds;
      const Item = { ...knownNetworkKey(name, network), expiresAt };
      await identity.client.send(new PutCommand({ TableName, Item }));
    },
  };
}
