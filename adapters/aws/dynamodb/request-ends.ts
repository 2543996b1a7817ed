import { createHash } from 'node:crypto';
import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Clock } from '../../../domain/clock.ts';
import type { RequestEnds } from '../../../domain/parser-attempts.ts';
import type { Table } from './table.ts';
import { ifHeld } from './transact.ts';

const keptSeconds = 10 * 60;

/**
 * Remembers ends by owner and content. Expiry is checked on reading; TTL only frees space.
 *
 * @example const reader = layerReader(fileReaders('read-geotiff'), requestEnds(table(names.REQUESTS_TABLE), systemClock));
 */
export function requestEnds(requests: Table, clock: Clock): RequestEnds {
  const { client, name: TableName } = requests;
  return {
    async note({ ownerId, content }, ending) {
      const Key = { pk: `ends#${ownerId}#${createHash('sha256').update(content).digest('hex')}`, sk: 'ends' };
      const now = Math.floor(clock.now() / 1_000);
      const expiresAt = now + keptSeconds;
      const again = await ifHeld(() =>
        client.send(
          new UpdateCommand({
            TableName,
            Key,
            UpdateExpression: 'SET expiresAt = :expires ADD ends :one',
            ConditionExpression: 'ending = :ending AND expiresAt > :now',
            ExpressionAttributeValues: { ':ending': ending, ':now': now, ':expires': expiresAt, ':one': 1 },
            ReturnValues: 'ALL_NEW',
          }),
        ),
      );
      if (again) return Number(again.Attributes?.ends);
      await client.send(new PutCommand({ TableName, Item: { ...Key, ending, ends: 1, expiresAt } }));
      return 1;
    },
  };
}
