import type { Boundary } from '../../../../domain/fields/boundary.ts';
import type { Field } from '../../../../domain/fields/field.ts';
import { fieldBoundaryCreated, fieldBoundaryUpdated } from '../../../../domain/fields/field-events.ts';
import { eventWrite } from '../events/event-item.ts';
import type { Write } from '../transact.ts';
import { cellItems, cellKey, cellsOf } from './cell-item.ts';
import { type ActiveBoundary, boundaryKey, boundaryToItem, type StoredField } from './field-item.ts';
import { type FieldWriterServices, put } from './field-writes.ts';
import { storeGeometry } from './geometry-text.ts';

/** The writes of a version: its item and its event. It becomes active with the write of its field. */
export async function versionWrites(
  { fields, files, events, newId }: FieldWriterServices,
  ownerId: string,
  { svcUserId, id: fieldId }: Field,
  version: Boundary,
): Promise<Write[]> {
  const stored = await storeGeometry(files, ownerId, svcUserId, version);
  const ids = { id: newId(), ownerId, svcUserId, fieldId };
  return [
    put(fields, boundaryToItem(ownerId, svcUserId, fieldId, stored)),
    eventWrite(events, fieldBoundaryCreated(ids, version.id, Date.parse(version.createdTime))),
  ];
}

/** The writes that change the status of a version. */
export function statusWrites(
  { fields, events, newId }: FieldWriterServices,
  ownerId: string,
  { svcUserId, id: fieldId }: Field,
  { id, status, updatedTime }: Pick<Boundary, 'id' | 'status' | 'updatedTime'>,
): Write[] {
  const ids = { id: newId(), ownerId, svcUserId, fieldId };
  return [
    {
      Update: {
        TableName: fields.name,
        Key: boundaryKey(ownerId, svcUserId, fieldId, id),
        UpdateExpression: 'SET boundary.#status = :status, boundary.updatedTime = :at',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: { ':status': status, ':at': updatedTime },
      },
    },
    eventWrite(events, fieldBoundaryUpdated(ids, id, Date.parse(updatedTime))),
  ];
}

/** The active boundary in a field's item. */
export function activeBoundary(
  active: Boundary | undefined,
  stored: StoredField | undefined,
): ActiveBoundary | undefined {
  if (!active) return undefined;
  if (active.id === stored?.active?.id) return stored.active;
  const { id, geometry, providerStatus } = active;
  return { id, cells: cellsOf(geometry), geometryBytes: JSON.stringify(geometry).length, providerStatus };
}

/** The writes that move a field in the spatial index to its new active boundary. */
export function cellWrites(
  { fields }: FieldWriterServices,
  ownerId: string,
  field: Field,
  was: ActiveBoundary | undefined,
  is: ActiveBoundary | undefined,
  version: Boundary | undefined,
): Write[] {
  if (was?.id === is?.id) return [];
  const kept = new Set(is?.cells);
  const left = (was?.cells ?? []).filter((cell) => !kept.has(cell));
  return [
    ...left.map((cell) => ({
      Delete: { TableName: fields.name, Key: cellKey(ownerId, field.svcUserId, field.id, cell) },
    })),
    ...(is && version ? cellItems(ownerId, field, version.geometry, is.cells).map((item) => put(fields, item)) : []),
  ];
}

/** The write of a field: a new one, or a change of the revision that was read. */
export function fieldWrite(TableName: string, Item: Record<string, unknown>, over: number | undefined): Write {
  if (over === undefined) return { Put: { TableName, Item, ConditionExpression: 'attribute_not_exists(pk)' } };
  return {
    Put: { TableName, Item, ConditionExpression: 'revision = :over', ExpressionAttributeValues: { ':over': over } },
  };
}
