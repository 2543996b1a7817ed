import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Clock } from '../../../../domain/clock.ts';
import { notFound, Problem } from '../../../../domain/errors.ts';
import type { FieldWithBoundary } from '../../../../domain/fields/changed-field.ts';
import { fieldBoundaryUpdated, fieldUpdated } from '../../../../domain/fields/field-events.ts';
import type { FieldStore } from '../../../../domain/fields/field-store.ts';
import type { CommitRecord } from '../../../../domain/idempotency.ts';
import { eventWrite } from '../events/event-item.ts';
import { numberedKey } from '../numbered-records.ts';
import type { Item } from '../table.ts';
import { transact, type Write } from '../transact.ts';
import { userExists } from '../users/user-exists.ts';
import { cellKey } from './cell-item.ts';
import { deletionEvent } from './deletion-event.ts';
import { fieldDeletion } from './field-deletion.ts';
import {
  boundaryKey,
  fieldFromItem,
  fieldKey,
  fieldToItem,
  type StoredBoundary,
  type StoredField,
} from './field-item.ts';
import { fieldTraitWrites } from './field-traits.ts';
import { boundaryWrites, countFields, type FieldWriterServices, newFieldWrites } from './field-writes.ts';
import { loadGeometry } from './geometry-text.ts';

/** Number of attempts at conflicting edits of one field. */
const attempts = 5;

/** Fields that requests create and change; every change is conditional on the revision. */
export function fieldStore(services: FieldWriterServices & { clock: Clock }): FieldStore {
  const { fields, users, events, files, newId } = services;
  const TableName = fields.name;
  const deletion = fieldDeletion(services, { users, event: deletionEvent(services) });

  const read = async (Key: Item) =>
    (await fields.client.send(new GetCommand({ TableName, Key, ConsistentRead: true }))).Item;

  const withBoundary = async (ownerId: string, { field, active }: StoredField): Promise<FieldWithBoundary> => {
    const item = active && (await read(boundaryKey(ownerId, field.svcUserId, field.id, active.id)));
    return { field, boundary: item && (await loadGeometry(files, item.boundary as StoredBoundary)) };
  };

  /** Writes all or nothing, if the user and the farm exist. False if the first write's own condition fails. */
  const write = async (
    ownerId: string,
    { field }: FieldWithBoundary,
    writes: Write[],
    commit?: CommitRecord,
  ): Promise<boolean> => {
    const { svcUserId, farmId } = field;
    const farm = farmId === undefined ? [] : [exists(TableName, numberedKey('farm', ownerId, svcUserId, farmId))];
    const all = [...writes, ...farm, userExists(users, ownerId, svcUserId)];
    const failed = await transact(fields.client, all, commit);
    if (failed === undefined) return true;
    if (failed === writes.length + farm.length) throw notFound('user', svcUserId);
    if (failed === writes.length) throw notFound('farm', farmId ?? 0);
    return false;
  };

  /** The writes that turn one state of a field into the next, the field's own first. */
  const changes = async (
    ownerId: string,
    stored: StoredField,
    before: FieldWithBoundary,
    after: FieldWithBoundary,
  ): Promise<Write[]> => {
    const { field, boundary } = after;
    const { svcUserId, id: fieldId, updatedTime } = field;
    const ids = () => ({ id: newId(), ownerId, svcUserId, fieldId });
    const at = Date.parse(updatedTime);
    const replaced = boundary && boundary.id !== before.boundary?.id;
    const made = replaced ? await boundaryWrites(services, ownerId, field, boundary) : undefined;
    const old = replaced ? stored.active : undefined;
    const active = made?.active ?? stored.active;
    const kept = new Set(made?.active.cells);
    const changed = { ...stored, field, active, revision: stored.revision + 1 };
    return [
      putOver(TableName, fieldToItem(ownerId, changed), stored.revision),
      eventWrite(events, fieldUpdated(ids(), 'REST', at)),
      ...(made?.writes ?? []),
      ...(old?.cells ?? [])
        .filter((cell) => !kept.has(cell))
        .map((cell) => ({
          Delete: { TableName, Key: cellKey(ownerId, svcUserId, fieldId, cell) },
        })),
      ...(old
        ? [
            retire(TableName, boundaryKey(ownerId, svcUserId, fieldId, old.id), updatedTime),
            eventWrite(events, fieldBoundaryUpdated(ids(), old.id, at)),
          ]
        : []),
      ...fieldTraitWrites(fields, ownerId, stored, changed),
    ];
  };

  return {
    async create(ownerId, created, commit) {
      const { svcUserId, id } = created.field;
      await deletion.finish(ownerId, svcUserId, id);
      const { writes } = await newFieldWrites(services, ownerId, created);
      const counting = countFields(services, ownerId, created.field, 1);
      if (!(await write(ownerId, created, [...writes, ...counting], commit))) throw fieldIdTaken(id);
    },

    async change(ownerId, svcUserId, fieldId, edit) {
      for (let attempt = 1; attempt <= attempts; attempt += 1) {
        const item = await read(fieldKey(ownerId, svcUserId, fieldId));
        const stored = item && fieldFromItem(item);
        if (!stored) return undefined;
        const before = await withBoundary(ownerId, stored);
        const after = edit(before);
        if (after === before) return before;
        if (await write(ownerId, after, await changes(ownerId, stored, before, after))) return after;
      }
      throw new Problem('conflict', 'This field is being changed by several requests at once. Try again.', {
        retryAfterSeconds: 1,
      });
    },

    remove: (ownerId, svcUserId, fieldId, check) => deletion.remove(ownerId, svcUserId, fieldId, check),
  };
}

function putOver(TableName: string, Item: Item, over: number): Write {
  return {
    Put: { TableName, Item, ConditionExpression: 'revision = :over', ExpressionAttributeValues: { ':over': over } },
  };
}

function exists(TableName: string, Key: Item): Write {
  return { ConditionCheck: { TableName, Key, ConditionExpression: 'attribute_exists(pk)' } };
}

/** The write that turns a version into history. */
function retire(TableName: string, Key: Item, at: string): Write {
  return {
    Update: {
      TableName,
      Key,
      UpdateExpression: 'SET boundary.#status = :inactive, boundary.updatedTime = :at',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: { ':inactive': 'INACTIVE', ':at': at },
    },
  };
}

function fieldIdTaken(id: string): Problem {
  const message = `This user has a field with the id ${id} already. Choose another, or leave the id out.`;
  return new Problem('conflict', message, { errorKey: 'fieldIdTaken', errors: [{ pointer: '#/id', message }] });
}
