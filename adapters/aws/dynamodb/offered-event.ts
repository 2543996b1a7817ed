import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import type { FarmEvent } from '../../../domain/events/event.ts';

/**
 * The event that a stream record offers to those who wait for it: a new one, or one that a redrive offers again.
 * Undefined for other changes, such as the mark of its delivery, and for removals.
 */
export function offeredEvent({ eventName, dynamodb }: DynamoDBRecord): FarmEvent | undefined {
  if (eventName === 'REMOVE' || !dynamodb?.NewImage) return undefined;
  const item = unmarshall(dynamodb.NewImage as Parameters<typeof unmarshall>[0]);
  const again = item.offeredAgainAt !== undefined && item.deliveredAt === undefined;
  return eventName === 'INSERT' || again ? (item as FarmEvent) : undefined;
}
