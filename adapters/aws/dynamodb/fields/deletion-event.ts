import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Clock, NewId } from '../../../../domain/clock.ts';
import { fieldDeleted, mergedFieldDeleted } from '../../../../domain/fields/field-events.ts';
import { eventWrite } from '../events/event-item.ts';
import type { Table } from '../table.ts';
import type { Write } from '../transact.ts';
import { cellFromItem, cellKey } from './cell-item.ts';
import type { StoredField } from './field-item.ts';

export interface DeletionEventServices {
  fields: Table;
  events: Table;
  clock: Clock;
  newId: NewId;
}

/** The event of a deleted field, with its merged field and its bounds, which cannot be read later. */
export function deletionEvent({ fields, events, clock, newId }: DeletionEventServices) {
  return async (ownerId: string, { field, active }: StoredField): Promise<Write> => {
    const { svcUserId, id: fieldId, type, mergedFieldId } = field;
    const ids = { id: newId(), ownerId, svcUserId, fieldId };
    if (type === 'MERGED') return eventWrite(events, mergedFieldDeleted(ids, clock.now()));
    const [cell] = active?.cells ?? [];
    const Key = cell === undefined ? undefined : cellKey(ownerId, svcUserId, fieldId, cell);
    const found =
      Key && (await fields.client.send(new GetCommand({ TableName: fields.name, Key, ConsistentRead: true })));
    const bounds = found?.Item && cellFromItem(found.Item)?.bounds;
    return eventWrite(events, fieldDeleted(ids, { mergedFieldId, bounds }, clock.now()));
  };
}
