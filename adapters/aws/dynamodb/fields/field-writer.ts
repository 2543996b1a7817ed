import type { NewId } from '../../../../domain/clock.ts';
import { notFound } from '../../../../domain/errors.ts';
import { fieldBoundaryCreated, fieldCreated } from '../../../../domain/events/event.ts';
import type { FieldWriter, NewField } from '../../../../domain/fields/field-store.ts';
import type { ObjectStore } from '../../../../domain/files/object-store.ts';
import { eventWrite } from '../event-item.ts';
import type { Table } from '../table.ts';
import { transact, type Write } from '../transact.ts';
import { usageWrite } from '../usage-item.ts';
import { userExists } from '../users/user-exists.ts';
import { boundaryToItem, fieldToItem } from './field-item.ts';
import { storeGeometry } from './geometry-text.ts';

/** DynamoDB writes 100 items and 4 MB in one transaction. One place is the check that the user is still there. */
const itemsInTransaction = 99;
const bytesInTransaction = 2_500_000;

interface Prepared {
  svcUserId: string;
  writes: Write[];
  bytes: number;
}

export interface FieldWriterServices {
  fields: Table;
  users: Table;
  events: Table;
  usage: Table;
  files: ObjectStore;
  newId: NewId;
}

/** Writes new fields with all that becomes true with them. */
export function fieldWriter(services: FieldWriterServices): FieldWriter {
  return { create: (ownerId, created) => createFields(services, ownerId, created) };
}

/** Writes new fields, several in each transaction. A transaction that finds a field in place is done field by field. */
async function createFields(services: FieldWriterServices, ownerId: string, created: NewField[]): Promise<void> {
  const prepared = await Promise.all(created.map((one) => prepare(services, ownerId, one)));
  for (const batch of batches(prepared)) {
    if (await write(services, ownerId, batch)) continue;
    for (const one of batch) await write(services, ownerId, [one]);
  }
}

/** False when one of the fields is there already. */
async function write({ fields, users }: FieldWriterServices, ownerId: string, batch: Prepared[]): Promise<boolean> {
  const svcUserId = batch[0]?.svcUserId ?? '';
  const failed = await transact(fields.client, [
    userExists(users, ownerId, svcUserId),
    ...batch.flatMap(({ writes }) => writes),
  ]);
  if (failed === 0) throw notFound('user', svcUserId);
  return failed === undefined;
}

async function prepare(
  services: FieldWriterServices,
  ownerId: string,
  { field, boundary }: NewField,
): Promise<Prepared> {
  const { fields, events, usage, files, newId } = services;
  const { svcUserId } = field;
  const stored = await storeGeometry(files, ownerId, svcUserId, boundary);
  const at = Date.parse(field.createdTime);
  const ids = () => ({ id: newId(), ownerId, svcUserId, fieldId: field.id });
  const writes: Write[] = [
    {
      Put: {
        TableName: fields.name,
        Item: fieldToItem(ownerId, field),
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
    { Put: { TableName: fields.name, Item: boundaryToItem(ownerId, svcUserId, field.id, stored) } },
    usageWrite(usage, {
      ownerId,
      svcUserId,
      product: 'fieldBoundaries',
      day: field.createdTime.slice(0, 10),
      sourceId: boundary.id,
      areaHectares: boundary.area.value,
      shape: { fieldId: field.id, boundaryId: boundary.id },
    }),
    eventWrite(events, fieldCreated(ids(), 'REST', at)),
    eventWrite(events, fieldBoundaryCreated(ids(), boundary.id, at)),
  ];
  return { svcUserId, writes, bytes: (stored.geometryText?.length ?? 0) + 4_000 };
}

function* batches(prepared: Prepared[]): Generator<Prepared[]> {
  let batch: Prepared[] = [];
  let items = 0;
  let bytes = 0;
  for (const one of prepared) {
    const full = items + one.writes.length > itemsInTransaction || bytes + one.bytes > bytesInTransaction;
    if (batch.length > 0 && full) {
      yield batch;
      [batch, items, bytes] = [[], 0, 0];
    }
    batch.push(one);
    items += one.writes.length;
    bytes += one.bytes;
  }
  if (batch.length > 0) yield batch;
}
