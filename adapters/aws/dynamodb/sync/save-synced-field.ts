import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { notFound } from '../../../../domain/errors.ts';
import type { Boundary } from '../../../../domain/fields/boundary.ts';
import type { Field } from '../../../../domain/fields/field.ts';
import { fieldCreated, fieldUpdated } from '../../../../domain/fields/field-events.ts';
import type { SyncedField } from '../../../../domain/sync/sync-store.ts';
import { eventWrite } from '../events/event-item.ts';
import { fieldFromItem, fieldKey, fieldToItem } from '../fields/field-item.ts';
import { fieldTraitWrites } from '../fields/field-traits.ts';
import { countFields, type FieldWriterServices, put } from '../fields/field-writes.ts';
import { activeBoundary, cellWrites, fieldWrite, statusWrites, versionWrites } from '../fields/version-writes.ts';
import { transact, type Write } from '../transact.ts';
import { usageWrite } from '../usage-item.ts';
import { userExists } from '../users/user-exists.ts';
import { openKey } from './sync-item.ts';

/**
 * Maximum versions in one transaction of 100 items and 4 MB: each has its item, its event and its usage fact, besides
 * the field, its cells and its entry among waiting fields.
 */
const versionsAtOnce = 15;

/**
 * Stores the new state of a field. Many versions take several steps, each consistent in itself; the last one has the
 * active version.
 */
export async function saveSyncedField(
  services: FieldWriterServices,
  ownerId: string,
  synced: SyncedField,
): Promise<boolean> {
  const versions = [...synced.changed, ...synced.added];
  const history = versions.filter(({ id }) => id !== synced.active?.id);
  let { before } = synced;
  if (!before && history.length > versionsAtOnce) {
    const { area: _, ...members } = synced.field;
    const field: Field = { ...members, boundaries: [], status: 'PREVIEW' };
    if (!(await saveStep(services, ownerId, { field, added: [], changed: [], active: undefined }))) return false;
    before = { field, revision: 1 };
  }
  while (before && history.length > versionsAtOnce) {
    const step = new Set(history.splice(0, versionsAtOnce));
    const of = (all: Boundary[]) => all.filter((version) => step.has(version));
    const added = of(synced.added);
    const boundaries = [...before.field.boundaries, ...added.map(({ id }) => id)];
    const field: Field = { ...before.field, boundaries };
    const saved = await saveStep(services, ownerId, {
      before,
      field,
      added,
      changed: of(synced.changed),
      active: 'asBefore',
    });
    if (!saved) return false;
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
  const written = { field: step.field, active, revision: (stored?.revision ?? 0) + 1 };
  const Item = fieldToItem(ownerId, written);
  const failed = await transact(fields.client, [
    fieldWrite(fields.name, Item, stored?.revision),
    ...fieldEvents(services, ownerId, step),
    ...(await addedWrites(services, ownerId, step)),
    ...step.changed.flatMap((version) => statusWrites(services, ownerId, step.field, version)),
    ...(step.active === 'asBefore'
      ? []
      : cellWrites(services, ownerId, step.field, stored?.active, active, step.active)),
    ...openWrites(services, ownerId, step.field, stored?.field),
    ...fieldTraitWrites(fields, ownerId, stored, written),
    ...(stored ? [] : countFields(services, ownerId, step.field, 1)),
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

function fieldEvents({ events, newId }: FieldWriterServices, ownerId: string, { before, field }: Step): Write[] {
  const ids = { id: newId(), ownerId, svcUserId: field.svcUserId, fieldId: field.id };
  const at = Date.parse(field.updatedTime);
  return [eventWrite(events, before ? fieldUpdated(ids, 'SYNC', at) : fieldCreated(ids, 'SYNC', at))];
}

/** Active versions have a usage fact, by which the owner is billed; imported history has none. */
async function addedWrites(services: FieldWriterServices, ownerId: string, { field, added, active }: Step) {
  const { svcUserId, id: fieldId } = field;
  const versions = await Promise.all(added.map((version) => versionWrites(services, ownerId, field, version)));
  const counting = active === 'asBefore' ? undefined : added.find(({ id }) => id === active?.id);
  if (!counting) return versions.flat();
  const fact = {
    ownerId,
    svcUserId,
    product: 'fieldBoundaries',
    day: counting.createdTime.slice(0, 10),
    sourceId: counting.id,
    areaHectares: counting.area.value,
    shape: { fieldId, boundaryId: counting.id },
  } as const;
  return [...versions.flat(), usageWrite(services.usage, fact)];
}

/** Waiting fields are indexed by status, so that a round finds them without reading others. */
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
