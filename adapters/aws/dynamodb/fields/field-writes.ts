import type { NewId } from '../../../../domain/clock.ts';
import type { Boundary } from '../../../../domain/fields/boundary.ts';
import type { Field } from '../../../../domain/fields/field.ts';
import { fieldBoundaryCreated, fieldCreated } from '../../../../domain/fields/field-events.ts';
import type { NewField } from '../../../../domain/fields/field-store.ts';
import type { ObjectStore } from '../../../../domain/files/object-store.ts';
import { countWrites } from '../counts/count-item.ts';
import { eventWrite } from '../events/event-item.ts';
import type { Item, Table } from '../table.ts';
import type { Write } from '../transact.ts';
import { usageWrite } from '../usage-item.ts';
import { cellItems, cellsOf } from './cell-item.ts';
import { type ActiveBoundary, boundaryToItem, fieldToItem } from './field-item.ts';
import { fieldTraitWrites } from './field-traits.ts';
import { storeGeometry } from './geometry-text.ts';

export interface FieldWriterServices {
  fields: Table;
  users: Table;
  events: Table;
  usage: Table;
  files: ObjectStore;
  newId: NewId;
}

/** Writes of a transaction, and their approximate size in bytes. */
export interface Prepared {
  writes: Write[];
  bytes: number;
}

/** Approximate bytes of an item without its shape. */
const bytesPerItem = 500;

/** The writes of a new version of a boundary: the version, its cells, its usage fact, and its event. */
export async function boundaryWrites(
  services: FieldWriterServices,
  ownerId: string,
  field: Field,
  boundary: Boundary,
): Promise<Prepared & { active: ActiveBoundary }> {
  const { fields, events, usage, files, newId } = services;
  const { svcUserId, id: fieldId } = field;
  const stored = await storeGeometry(files, ownerId, svcUserId, boundary);
  const cells = cellsOf(boundary.geometry);
  const writes = [
    put(fields, boundaryToItem(ownerId, svcUserId, fieldId, stored)),
    ...cellItems(ownerId, field, boundary.geometry, cells).map((item) => put(fields, item)),
    usageWrite(usage, {
      ownerId,
      svcUserId,
      product: 'fieldBoundaries',
      day: boundary.createdTime.slice(0, 10),
      sourceId: boundary.id,
      areaHectares: boundary.area.value,
      shape: { fieldId, boundaryId: boundary.id },
    }),
    eventWrite(
      events,
      fieldBoundaryCreated({ id: newId(), ownerId, svcUserId, fieldId }, boundary.id, Date.parse(boundary.createdTime)),
    ),
  ];
  const { geometryBytes, providerStatus } = { ...stored };
  return {
    writes,
    bytes: (stored.geometryText?.length ?? 0) + writes.length * bytesPerItem,
    active: { id: boundary.id, cells, geometryBytes, providerStatus },
  };
}

/** The writes of a new field, its own first, which must not exist. Combine them with `countFields`. */
export async function newFieldWrites(
  services: FieldWriterServices,
  ownerId: string,
  { field, boundary }: NewField,
): Promise<Prepared> {
  const { fields, events, newId } = services;
  const { writes, bytes, active } = await boundaryWrites(services, ownerId, field, boundary);
  const { svcUserId, id: fieldId } = field;
  const stored = { field, active, revision: 1 };
  const Item = fieldToItem(ownerId, stored);
  const ids = { id: newId(), ownerId, svcUserId, fieldId };
  return {
    writes: [
      { Put: { TableName: fields.name, Item, ConditionExpression: 'attribute_not_exists(pk)' } },
      eventWrite(events, fieldCreated(ids, 'REST', Date.parse(field.createdTime))),
      ...writes,
      ...fieldTraitWrites(fields, ownerId, undefined, stored),
    ],
    bytes: bytes + 2 * bytesPerItem,
  };
}

/**
 * The writes that count new fields of a user.
 *
 * @param first one of the fields, whose id determines the shards.
 * @example const counting = countFields(services, ownerId, created.field, 1);
 */
export function countFields(
  { fields }: Pick<FieldWriterServices, 'fields'>,
  ownerId: string,
  { id, svcUserId, providerName }: Pick<Field, 'id' | 'svcUserId' | 'providerName'>,
  by: number,
): Write[] {
  return countWrites(fields, { ownerId, svcUserId, kind: 'field', id, providerName }, by);
}

/**
 * The write of an item in a transaction, without a condition.
 *
 * @example writes.push(put(fields, { ...keyOf(status), providerFieldId }));
 */
export function put(table: Table, Item: Item): Write {
  return { Put: { TableName: table.name, Item } };
}
