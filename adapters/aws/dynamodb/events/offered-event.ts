import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import type { OfferedEvent } from '../../../../domain/events/event.ts';

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
