import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { notFound } from '../../../../domain/errors.ts';
import {
  fieldBoundaryCreated,
  fieldBoundaryUpdated,
  fieldCreated,
  fieldUpdated,
} from '../../../../domain/events/event.ts';
import type { Boundary } from '../../../../domain/fields/boundary.ts';
import type { Field } from '../../../../domain/fields/field.ts';
import type { SyncedField } from '../../../../domain/sync/sync-store.ts';
import { eventWrite } from '../event-item.ts';
import { cellItems, cellKey, cellsOf } from '../fields/cell-item.ts';
import {
  type ActiveBoundary,
  boundaryKey,
  boundaryToItem,
  fieldFromItem,
  fieldKey,
  fieldToItem,
  type StoredField,
} from '../fields/field-item.ts';
import { type FieldWriterServices, put } from '../fields/field-writes.ts';
import { storeGeometry } from '../fields/geometry-text.ts';
import type { Item } from '../table.ts';
import { transact, type Write } from '../transact.ts';
import { usageWrite } from '../usage-item.ts';
import { userExists } from '../users/user-exists.ts';
import { openKey } from './sync-item.ts';

/**
 * Versions in one transaction, which takes 100 items and 4 MB: each is its item, its event and its usage fact, and beside them
 * stand the field, its cells and its place among those that wait.
 */
const versionsAtOnce = 15;

/** Writes what a round found out about a field. Many versions take several steps, each of which is true by itself; the last has the active one. */
export async function saveSyncedField(
  services: FieldWriterServices,
  ownerId: string,
  synced: SyncedField,
): Promise<boolean> {
  const versions = [...synced.changed, ...synced.added];
  const history = versions.filter(({ id }) => id !== synced.active?.id);
  let { before } = synced;
  while (before && history.length > versionsAtOnce) {
    const step = new Set(history.splice(0, versionsAtOnce));
    const of = (all: Boundary[]) => all.filter((version) => step.has(version));
    const added = of(synced.added);
    const boundaries = [...before.field.boundaries, ...added.map(({ id }) => id)];
    const field: Field = { ...before.field, boundaries };
    const { changed: changedNow } = { changed: of(synced.changed) };
    if (!(await saveStep(services, ownerId, { before, field, added, changed: changedNow, active: 'asBefore' })))
      return false;
    before = { field, revision: before.revision + 1 };
  }
  const left = new Set([...history, ...versions.filter(({ id }) => id === synced.active?.id)]);
  return saveStep(services, ownerId, {
    before,
    field: synced.field,
    added: synced.added.filter((version) => left.has(version)),
    changed: synced.changed.filter((version) => left.has(version)),
    active: synced.active,
  });
}

interface Step extends Omit<SyncedField, 'active'> {
  active: Boundary | 'asBefore' | undefined;
}

async function saveStep(services: FieldWriterServices, ownerId: string, step: Step): Promise<boolean> {
  const { fields, users } = services;
  const { svcUserId, id } = step.field;
  const stored = step.before && (await readStored(services, ownerId, svcUserId, id));
  if (step.before && stored?.revision !== step.before.revision) return false;
  const active = step.active === 'asBefore' ? stored?.active : activeBoundary(step.active, stored);
  const Item = fieldToItem(ownerId, { field: step.field, active, revision: (stored?.revision ?? 0) + 1 });
  const failed = await transact(fields.client, [
    putField(fields.name, Item, stored),
    ...fieldEvents(services, ownerId, step),
    ...(await addedWrites(services, ownerId, step)),
    ...step.changed.flatMap((version) => statusWrites(services, ownerId, step.field, version)),
    ...cellWrites(services, ownerId, step, stored?.active, active),
    ...openWrites(services, ownerId, step.field, stored?.field),
    userExists(users, ownerId, svcUserId),
  ]);
  if (failed === undefined) return true;
  if (failed === 0) return false;
  throw notFound('user', svcUserId);
}

async function readStored({ fields }: FieldWriterServices, ownerId: string, svcUserId: string, fieldId: string) {
  const Key = fieldKey(ownerId, svcUserId, fieldId);
  const { Item } = await fields.client.send(new GetCommand({ TableName: fields.name, Key, ConsistentRead: true }));
  return Item && fieldFromItem(Item);
}

function activeBoundary(active: Boundary | undefined, stored: StoredField | undefined): ActiveBoundary | undefined {
  if (!active) return undefined;
  if (active.id === stored?.active?.id) return stored.active;
  const { id, geometry, providerStatus } = active;
  return { id, cells: cellsOf(geometry), geometryBytes: JSON.stringify(geometry).length, providerStatus };
}

function putField(TableName: string, Item: Item, stored: StoredField | undefined): Write {
  if (!stored) return { Put: { TableName, Item, ConditionExpression: 'attribute_not_exists(pk)' } };
  return {
    Put: {
      TableName,
      Item,
      ConditionExpression: 'revision = :over',
      ExpressionAttributeValues: { ':over': stored.revision },
    },
  };
}

function fieldEvents({ events, newId }: FieldWriterServices, ownerId: string, { before, field }: Step): Write[] {
  const ids = { id: newId(), ownerId, svcUserId: field.svcUserId, fieldId: field.id };
  const at = Date.parse(field.updatedTime);
  return [eventWrite(events, before ? fieldUpdated(ids, 'SYNC', at) : fieldCreated(ids, 'SYNC', at))];
}

/** A version that counts is what an owner is billed by; history that came along with it is not. */
async function addedWrites(services: FieldWriterServices, ownerId: string, { field, added, active }: Step) {
  const { fields, events, usage, files, newId } = services;
  const { svcUserId, id: fieldId } = field;
  const writes: Write[] = [];
  for (const version of added) {
    const at = Date.parse(version.createdTime);
    const stored = await storeGeometry(files, ownerId, svcUserId, version);
    writes.push(
      put(fields, boundaryToItem(ownerId, svcUserId, fieldId, stored)),
      eventWrite(events, fieldBoundaryCreated({ id: newId(), ownerId, svcUserId, fieldId }, version.id, at)),
    );
    if (active === 'asBefore' || version.id !== active?.id) continue;
    const day = version.createdTime.slice(0, 10);
    const shape = { fieldId, boundaryId: version.id };
    const areaHectares = version.area.value;
    const fact = { ownerId, svcUserId, product: 'fieldBoundaries', day, sourceId: version.id, areaHectares, shape };
    writes.push(usageWrite(usage, { ...fact, product: 'fieldBoundaries' }));
  }
  return writes;
}

function statusWrites(
  { fields, events, newId }: FieldWriterServices,
  ownerId: string,
  { svcUserId, id: fieldId }: Field,
  { id, status, updatedTime }: Boundary,
): Write[] {
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
    eventWrite(events, fieldBoundaryUpdated({ id: newId(), ownerId, svcUserId, fieldId }, id, Date.parse(updatedTime))),
  ];
}

/** Moves a field in the spatial index from where its active boundary was to where it is. */
function cellWrites(
  { fields }: FieldWriterServices,
  ownerId: string,
  { field, active: version }: Step,
  was: ActiveBoundary | undefined,
  is: ActiveBoundary | undefined,
): Write[] {
  if (was?.id === is?.id || version === 'asBefore') return [];
  const kept = new Set(is?.cells);
  const left = (was?.cells ?? []).filter((cell) => !kept.has(cell));
  return [
    ...left.map((cell) => ({
      Delete: { TableName: fields.name, Key: cellKey(ownerId, field.svcUserId, field.id, cell) },
    })),
    ...(is && version ? cellItems(ownerId, field, version.geometry, is.cells).map((item) => put(fields, item)) : []),
  ];
}

/** Fields that wait are listed by their state, so that a round finds them without reading all others. */
function openWrites({ fields }: FieldWriterServices, ownerId: string, after: Field, before?: Field): Write[] {
  const { svcUserId, id, providerName = '', providerFieldId, status } = after;
  const keyOf = (state: Field['status']) => openKey(ownerId, svcUserId, providerName, state, id);
  const writes: Write[] = [];
  if (before && before.status !== 'PROCESSED' && before.status !== status) {
    writes.push({ Delete: { TableName: fields.name, Key: keyOf(before.status) } });
  }
  if (status !== 'PROCESSED' && before?.status !== status) {
    writes.push(put(fields, { ...keyOf(status), providerFieldId }));
  }
  return writes;
}
