import { join } from 'node:path';
import { marshall } from '@aws-sdk/util-dynamodb';
import { ownerCountKeys, userCountPrefix, userCounts } from '../adapters/aws/dynamodb/counts/count-item.ts';
import { cellItems, cellsOf } from '../adapters/aws/dynamodb/fields/cell-item.ts';
import { boundaryToItem, fieldToItem } from '../adapters/aws/dynamodb/fields/field-item.ts';
import { fieldTraitWrites } from '../adapters/aws/dynamodb/fields/field-traits.ts';
import { toItem } from '../adapters/aws/dynamodb/users/user-item.ts';
import { newId, systemClock } from '../adapters/system.ts';
import { timestamp } from '../domain/clock.ts';
import type { Field } from '../domain/fields/field.ts';
import { newField } from '../domain/fields/new-field.ts';
import type { MultiPolygon } from '../domain/geometry/multi-polygon.ts';
import { newUser } from '../domain/users/new-user.ts';
import { type Item, startDynamoDb } from '../local/dynamodb/index.ts';
import type { Endpoints } from '../local/state/endpoints-file.ts';

export interface FieldsToLoad {
  /** The state of an embedded cloud that is not running. */
  dataDir: string;
  variables: Endpoints['variables'];
  ownerId: string;
  count: number;
  /** Number of fields of each user. */
  perUser: number;
  shapeOf(number: number): MultiPolygon;
  /** Members of a field that differ from the usual ones. */
  membersOf?(number: number, field: Field): Partial<Field>;
  /** Whether to write boundaries and the cells that lead to them: lists read neither. */
  shapes: boolean;
}

/**
 * Writes users and their fields, as the API writes them, straight into the engine: over HTTP a million would take an hour. Returns the
 * ids of the users.
 */
export async function loadFields(options: FieldsToLoad): Promise<string[]> {
  const { dataDir, variables, count, perUser } = options;
  const engine = await startDynamoDb({ dir: join(dataDir, 'dynamodb'), host: '127.0.0.1', clock: systemClock });
  const users = Array.from({ length: Math.ceil(count / perUser) }, newId);
  try {
    await engine.loadItems(variables.USERS_TABLE ?? '', userItems(options.ownerId, users));
    await engine.loadItems(variables.FIELDS_TABLE ?? '', fieldItems(options, users));
    await engine.loadItems(variables.FIELDS_TABLE ?? '', countItems(options, users));
  } finally {
    await engine.close();
  }
  return users;
}

/** Writes items into a table of an embedded cloud that is not running. */
export async function loadRecords(
  { dataDir, table }: { dataDir: string; table: string },
  items: readonly Record<string, unknown>[],
): Promise<void> {
  const engine = await startDynamoDb({ dir: join(dataDir, 'dynamodb'), host: '127.0.0.1', clock: systemClock });
  try {
    await engine.loadItems(table, items.map(wire));
  } finally {
    await engine.close();
  }
}

function* userItems(ownerId: string, users: string[]): Generator<Item> {
  for (const id of users) {
    const user = newUser(id, { name: 'Ada Grower', email: `${id}@example.com` });
    yield wire({ ...toItem(ownerId, user), revision: 1 });
  }
}

function* fieldItems(options: FieldsToLoad, users: string[]): Generator<Item> {
  const { ownerId, count, perUser, shapeOf, membersOf, shapes } = options;
  for (let number = 0; number < count; number++) {
    const svcUserId = users[Math.floor(number / perUser)] ?? '';
    const members = { id: newId(), svcUserId, name: `Field ${number}`, geometry: shapeOf(number) };
    const made = newField(members, newId(), timestamp(systemClock.now()));
    const { boundary } = made;
    const field = { ...made.field, ...membersOf?.(number, made.field) };
    const { id, geometry, ...kept } = boundary;
    const geometryText = JSON.stringify(geometry);
    const cells = cellsOf(geometry);
    const active = { id, cells, geometryBytes: geometryText.length };
    const found = { field, active, revision: 1, counted: true };
    yield wire(fieldToItem(ownerId, found));
    for (const { Put } of fieldTraitWrites({ name: '' }, ownerId, undefined, found))
      if (Put?.Item) yield wire(Put.Item);
    if (!shapes) continue;
    const stored = { ...kept, id, geometryText, geometryBytes: geometryText.length };
    yield wire(boundaryToItem(ownerId, svcUserId, field.id, stored));
    for (const item of cellItems(ownerId, field, geometry, cells)) yield wire(item);
  }
}

/** Items that hold the lengths of lists. */
function* countItems({ ownerId, count, perUser }: FieldsToLoad, users: string[]): Generator<Item> {
  const [shard] = ownerCountKeys(ownerId, 'field');
  yield wire({ ...shard, records: count });
  for (const [number, svcUserId] of users.entries()) {
    const records = Math.min(perUser, count - number * perUser);
    yield wire({ pk: userCounts(ownerId, svcUserId), sk: `${userCountPrefix('field')}0`, records });
  }
}

/** An item in its wire form. No value is binary, in which the SDK's type and the engine's differ. */
function wire(item: Record<string, unknown>): Item {
  return marshall(item, { removeUndefinedValues: true }) as Item;
}
