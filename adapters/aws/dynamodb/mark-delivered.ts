import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Clock } from '../../../domain/clock.ts';
import type { FarmEvent } from '../../../domain/events/event.ts';
import { eventKey } from './event-item.ts';
import type { Table } from './table.ts';

/** Marks events as delivered in the outbox. One that an eraser has removed meanwhile stays removed. */
export function markDelivered(events: Table, clock: Clock): (event: FarmEvent) => Promise<void> {
  return async (event) => {
    const command = new UpdateCommand({
      TableName: events.name,
      Key: eventKey(event),
      UpdateExpression: 'SET deliveredAt = :at',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':at': clock.now() },
    });
    await events.client.send(command).catch((error: unknown) => {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
    });
  };
}
