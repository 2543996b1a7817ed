import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Clock } from '../../../../domain/clock.ts';
import type { FarmEvent } from '../../../../domain/events/event.ts';
import type { Table } from '../table.ts';
import { eventKey } from './event-item.ts';

/** Marks events as delivered to all of their subscribers, or to some by name. An event that was erased meanwhile stays erased. */
export function deliveryMarks(events: Table, clock: Clock) {
  async function update(event: FarmEvent, UpdateExpression: string, values: Record<string, unknown>): Promise<void> {
    const command = new UpdateCommand({
      TableName: events.name,
      Key: eventKey(event),
      UpdateExpression,
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: values,
    });
    await events.client.send(command).catch((error: unknown) => {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
    });
  }
  return {
    markDelivered: (event: FarmEvent) => update(event, 'SET deliveredAt = :at', { ':at': clock.now() }),
    markDeliveredTo: (event: FarmEvent, names: readonly string[]) =>
      update(event, 'ADD deliveredTo :names', { ':names': new Set(names) }),
  };
}
