import type { FarmEvent } from '../../../../domain/events/event.ts';
import type { Table } from '../table.ts';
import type { Write } from '../transact.ts';

export function eventKey({ ownerId, svcUserId, id }: FarmEvent): { pk: string; sk: string } {
  return { pk: `${ownerId}#${svcUserId}`, sk: id };
}

/**
 * The write of an event into the outbox; part of the transaction that the event reports.
 *
 * @example await transact(client, [...writes, eventWrite(events, fieldUpdated(ids, 'REST', clock.now()))]);
 */
export function eventWrite(events: Table, event: FarmEvent): Write {
  return { Put: { TableName: events.name, Item: { ...eventKey(event), ...event } } };
}
