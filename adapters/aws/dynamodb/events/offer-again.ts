import { ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Clock } from '../../../../domain/clock.ts';
import type { Item, Table } from '../table.ts';
import { ifHeld } from '../transact.ts';

/**
 * Offers undelivered events of these types again, since their stream records expire after 24 hours. Scans the whole
 * table, so it is started by hand. Returns the number of events.
 */
export async function offerAgain(events: Table, types: string[], clock: Clock): Promise<number> {
  let offered = 0;
  let from: Item | undefined;
  do {
    const page = await events.client.send(
      new ScanCommand({
        TableName: events.name,
        FilterExpression: `attribute_not_exists(deliveredAt) AND #type IN (${types.map((_, index) => `:t${index}`).join(', ')})`,
        ExpressionAttributeNames: { '#type': 'type' },
        ExpressionAttributeValues: Object.fromEntries(types.map((type, index) => [`:t${index}`, type])),
        ExclusiveStartKey: from,
      }),
    );
    for (const { pk, sk } of page.Items ?? []) if (await mark(events, { pk, sk }, clock)) offered += 1;
    from = page.LastEvaluatedKey;
  } while (from);
  return offered;
}

/** False if the event was delivered or erased meanwhile. */
async function mark(events: Table, Key: Item, clock: Clock): Promise<boolean> {
  const command = new UpdateCommand({
    TableName: events.name,
    Key,
    UpdateExpression: 'SET offeredAgainAt = :now',
    ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(deliveredAt)',
    ExpressionAttributeValues: { ':now': clock.now() },
  });
  return (await ifHeld(() => events.client.send(command))) !== undefined;
}
