import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { keptMilliseconds, settleMilliseconds } from '../../../../domain/alerts/feed.ts';
import type { Clock } from '../../../../domain/clock.ts';
import type { FarmEvent, OfferedEvent } from '../../../../domain/events/event.ts';
import type { Table } from '../table.ts';
import { ifHeld } from '../transact.ts';
import { feedKeys } from './event-feed.ts';
import { eventKey } from './event-item.ts';

/**
 * Marks events as delivered, to all of their subscribers or to some by name. No effect on an event that was erased
 * meanwhile.
 */
export function deliveryMarks(events: Table, clock: Clock) {
  async function update(event: FarmEvent, UpdateExpression: string, values: Record<string, unknown>): Promise<void> {
    const command = new UpdateCommand({
      TableName: events.name,
      Key: eventKey(event),
      UpdateExpression,
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: values,
    });
    await ifHeld(() => events.client.send(command));
  }
  const expiresAt = ({ at }: FarmEvent) => Math.ceil((at + keptMilliseconds) / 1000);

  /**
   * Also publishes the event in the feed. The feed ends `settleMilliseconds` before the present: a write that took
   * longer than half of that is repeated with a new time, so that no reader has passed it.
   */
  async function markDelivered(event: FarmEvent): Promise<void> {
    for (;;) {
      const at = clock.now();
      const keys = feedKeys(event, at);
      const set = Object.keys(keys).map((name) => `, ${name} = :${name}`);
      await update(event, `SET deliveredAt = :at, expiresAt = :expiresAt${set.join('')}`, {
        ':at': at,
        ':expiresAt': expiresAt(event),
        ...Object.fromEntries(Object.entries(keys).map(([name, value]) => [`:${name}`, value])),
      });
      if (clock.now() - at < settleMilliseconds / 2) return;
    }
  }

  return {
    markDelivered,
    markDeliveredTo: (event: FarmEvent, names: readonly string[]) =>
      update(event, 'ADD deliveredTo :names', { ':names': new Set(names) }),
  };
}

/**
 * The event in a stream record for its subscribers: a new one, one that only some of them have, or one that a redrive
 * offers again. Undefined for other changes, such as the mark of its delivery, and for removals.
 */
export function offeredEvent({ eventName, dynamodb }: DynamoDBRecord): OfferedEvent | undefined {
  if (eventName === 'REMOVE' || !dynamodb?.NewImage) return undefined;
  const { deliveredAt, deliveredTo, offeredAgainAt, ...event } = unmarshall(
    dynamodb.NewImage as Parameters<typeof unmarshall>[0],
  );
  const offered = eventName === 'INSERT' || deliveredTo !== undefined || offeredAgainAt !== undefined;
  if (!offered || deliveredAt !== undefined) return undefined;
  return { ...event, deliveredTo: [...(deliveredTo ?? [])] } as unknown as OfferedEvent;
}
