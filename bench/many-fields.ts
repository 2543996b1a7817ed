import { join } from 'node:path';
import { marshall } from '@aws-sdk/util-dynamodb';
import { cellItems, cellsOf } from '../adapters/aws/dynamodb/fields/cell-item.ts';
import { boundaryToItem, fieldToItem } from '../adapters/aws/dynamodb/fields/field-item.ts';
import { toItem } from '../adapters/aws/dynamodb/users/user-item.ts';
import { newId, systemClock } from '../adapters/system.ts';
import { timestamp } from '../domain/clock.ts';
import { newField } from '../domain/fields/new-field.ts';
import type { MultiPolygon } from '../domain/geometry/multi-polygon.ts';
import { newUser } from '../domain/users/new-user.ts';
import { type Item, startDynamoDb } from '../local/dynamodb/index.ts';
import type { Endpoints } from '../local/endpoints-file.ts';

export interface FieldsToLoad {
  /** The state of an embedded cloud that does not run. */
  dataDir: string;
  variables: Endpoints['variables'];
  ownerId: string;
  count: number;
  /** How many of them each user has. */
  perUser: number;
  shapeOf(number: number): MultiPolygon;
  /** Whether boundaries and the cells that lead to them are wanted: lists read neither. */
  shapes: boolean;
}

/**
 * Puts users and their fields, as the API writes them, straight into the engine: over HTTP a million would take an hour. Answers the
 * ids of the users.
 */
export async function loadFields(options: FieldsToLoad): Promise<string[]> {
  const { dataDir, variables, count, perUser } = options;
  const engine = await startDynamoDb({ dir: join(dataDir, 'dynamodb'), host: '127.0.0.1', clock: systemClock });
  const users = Array.from({ length: Math.ceil(count / perUser) }, newId);
  try {
    await engine.loadItems(variables.USERS_TABLE ?? '', userItems(options.ownerId, users));
    await engine.loadItems(variables.FIELDS_TABLE ?? '', fieldItems(options, users));
  } finally {
    await engine.close();
  }
  return users;
}

function* userItems(ownerId: string, users: string[]): Generator<Item> {
  for (const id of users) {
    const user = newUser(id, { name: 'Ada Grower', email: `${id}@example.com` });
    yield wire({ ...toItem(ownerId, user), revision: 1 });
  }
}

function* fieldItems({ ownerId, count, perUser, shapeOf, shapes }: FieldsToLoad, users: string[]): Generator<Item> {
  for (let number = 0; number < count; number++) {
    const svcUserId = users[Math.floor(number / perUser)] ?? '';
    const members = { id: newId(), svcUserId, name: `Field ${number}`, geometry: shapeOf(number) };
    const { field, boundary } = newField(members, newId(), timestamp(systemClock.now()));
    const { id, geometry, ...kept } = boundary;
    const geometryText = JSON.stringify(geometry);
    const cells = cellsOf(geometry);
    const active = { id, cells, geometryBytes: geometryText.length };
    yield wire(fieldToItem(ownerId, { field, active, revision: 1 }));
    if (!shapes) continue;
    const stored = { ...kept, id, geometryText, geometryBytes: geometryText.length };
    yield wire(boundaryToItem(ownerId, svcUserId, field.id, stored));
    for (const item of cellItems(ownerId, field, geometry, cells)) yield wire(item);
  }
}

/** As it travels. There are no binary values, in which the SDK's type and the engine's differ. */
function wire(item: Record<string, unknown>): Item {
  return marshall(item, { removeUndefinedValues: true }) as Item;
}
