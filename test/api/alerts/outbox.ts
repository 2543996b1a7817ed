import { eventWrite } from '../../../adapters/aws/dynamodb/events/event-item.ts';
import { transact } from '../../../adapters/aws/dynamodb/transact.ts';
import { newId } from '../../../adapters/system.ts';
import { fieldCreated } from '../../../domain/fields/field-events.ts';
import { cloudClock, table } from '../cloud.ts';
import type { TestOwner } from '../owner.ts';

/** Writes events of new fields of a user as their transactions do, which takes a fraction of creating fields. Returns the ids of the fields. */
export async function writeFieldEvents({ owner }: TestOwner, svcUserId: string, count: number): Promise<string[]> {
  const events = table('events');
  const fields = Array.from({ length: count }, () => newId());
  await Promise.all(
    fields.map((fieldId) => {
      const ids = { id: newId(), ownerId: owner.id, svcUserId, fieldId };
      return transact(events.client, [eventWrite(events, fieldCreated(ids, 'REST', cloudClock.now()))]);
    }),
  );
  return fields;
}
