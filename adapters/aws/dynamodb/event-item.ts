import type { FarmEvent } from '../../../domain/events/event.ts';
import type { Table } from './table.ts';
import type { Write } from './transact.ts';

/** The write that puts an event into the outbox; part of the transaction that makes the event true. */
export function eventWrite(events: Table, event: FarmEvent): Write {
  return {
    Put: { TableName: events.name, Item: { pk: `${event.ownerId}#${event.svcUserId}`, sk: event.id, ...event } },
  };
}
