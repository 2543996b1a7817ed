import { DeleteCommand, GetCommand, PutCommand, UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import type { AttemptCounter, KnownNetworks } from '../../../../domain/access/identity-store.ts';
import type { Clock } from '../../../../domain/clock.ts';
import type { Item, Table } from '../table.ts';
import { ifHeld } from '../transact.ts';
import { attemptsKey, knownNetworkKey } from './identity-item.ts';

/** Counts attempts to sign in per fixed window in the identity table, over all instances. */
export function attemptCounter(identity: Table, clock: Clock): AttemptCounter {
  const update = async (input: Omit<UpdateCommandInput, 'TableName'>): Promise<Item | undefined> => {
    const command = new UpdateCommand({ TableName: identity.name, ReturnValues: 'ALL_NEW', ...input });
    return (await ifHeld(() => identity.client.send(command)))?.Attributes;
  };

  return {
    async count(key, windowMilliseconds) {
      const now = clock.now();
      const inWindow = () =>
        update({
          Key: attemptsKey(key),
          UpdateExpression: 'ADD attempts :one',
          ConditionExpression: 'windowEnds > :now',
          ExpressionAttributeValues: { ':one': 1, ':now': now },
        });
      const newWindow = () =>
        update({
          Key: attemptsKey(key),
          UpdateExpression: 'SET attempts = :one, windowEnds = :ends, expiresAt = :expires',
          ConditionExpression: 'attribute_not_exists(pk) OR windowEnds <= :now',
          ExpressionAttributeValues: {
            ':one': 1,
            ':now': now,
            ':ends': now + windowMilliseconds,
            ':expires': Math.ceil((now + windowMilliseconds) / 1000),
          },
        });
      const counted = (await inWindow()) ?? (await newWindow()) ?? (await inWindow());
      if (!counted) throw new Error('counting an attempt clashed twice');
      return { attempts: counted.attempts as number, windowEnds: counted.windowEnds as number };
    },
    async reset(key) {
      await identity.client.send(new DeleteCommand({ TableName: identity.name, Key: attemptsKey(key) }));
    },
    async takeBack(key) {
      await update({
        Key: attemptsKey(key),
        UpdateExpression: 'ADD attempts :less',
        ConditionExpression: 'attempts > :zero',
        ExpressionAttributeValues: { ':less': -1, ':zero': 0 },
      });
    },
  };
}

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
