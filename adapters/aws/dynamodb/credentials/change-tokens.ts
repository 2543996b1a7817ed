import { createHash } from 'node:crypto';
import { DeleteCommand, GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Clock } from '../../../../domain/clock.ts';
import type { ChangeTokens, FollowedList } from '../../../../domain/transport/changes.ts';
import { userPartition } from '../fields/field-item.ts';
import type { Item, Table } from '../table.ts';
import { transact } from '../transact.ts';
import { changePrefix, credentialKey } from './credential-item.ts';

/** A list that is not read for so long is read from its beginning. */
const keptSeconds = 90 * 24 * 60 * 60;

/** Change tokens in DynamoDB, an item for each list, in the partition of the user. */
export function changeTokens(credentials: Table, clock: Clock): ChangeTokens {
  const { client, name: TableName } = credentials;
  const keyOf = ({ ownerId, svcUserId, provider, credentialId: id, list }: FollowedList): Item => {
    const hash = createHash('sha256').update(list).digest('base64url');
    return { pk: userPartition(ownerId, svcUserId), sk: changePrefix({ provider, id }) + hash };
  };
  return {
    async get(list) {
      const { Item } = await client.send(new GetCommand({ TableName, Key: keyOf(list), ConsistentRead: true }));
      const isCurrent = Item?.renewedTime === list.renewedTime && Number(Item?.expiresAt) > clock.now() / 1_000;
      return isCurrent ? String(Item?.token) : undefined;
    },

    /** No effect for a credential that has been deleted meanwhile. */
    async put(list, token) {
      const { ownerId, svcUserId, provider, credentialId, renewedTime } = list;
      const expiresAt = Math.floor(clock.now() / 1_000) + keptSeconds;
      await transact(client, [
        {
          ConditionCheck: {
            TableName,
            Key: credentialKey(ownerId, svcUserId, provider),
            ConditionExpression: 'credentialId = :id',
            ExpressionAttributeValues: { ':id': credentialId },
          },
        },
        { Put: { TableName, Item: { ...keyOf(list), token, renewedTime, expiresAt } } },
      ]);
    },

    async drop(list) {
      await client.send(new DeleteCommand({ TableName, Key: keyOf(list) }));
    },
  };
}
