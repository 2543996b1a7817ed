import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { deliveryStore } from '../../../adapters/aws/dynamodb/alerts/delivery-store.ts';
import { failedCallId } from '../../../domain/alerts/delivery.ts';
import { timestamp } from '../../../domain/clock.ts';
import { cloudClock, table } from '../cloud.ts';
import type { TestOwner } from '../owner.ts';

/** Events of a user, as they are stored. */
export async function storedEvents(owner: TestOwner, svcUserId: string): Promise<Record<string, unknown>[]> {
  const { client, name } = table('events');
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName: name,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': `${owner.owner.id}#${svcUserId}` },
    }),
  );
  return Items;
}

/** Makes the first event of a user a call that has failed for good, behind the API's back. */
export async function freshFailedCall(owner: TestOwner, svcUserId: string, webhookId: string) {
  const [event] = await storedEvents(owner, svcUserId);
  if (!event) throw new Error('the user has no event');
  const key = { ownerId: owner.owner.id, svcUserId, webhookId, eventId: String(event.id) };
  const store = deliveryStore({ alerts: table('alerts'), users: table('users'), clock: cloudClock });
  const createdAt = timestamp(cloudClock.now());
  const failed = { ...key, createdAt, url: 'https://app.example.com/', attempts: 10, status: 500, response: 'no' };
  await store.fail({ ...key, attempt: 10 }, failed);
  return { failedCallId: failedCallId(key), event };
}
