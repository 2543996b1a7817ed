import { join } from 'node:path';
import { marshall } from '@aws-sdk/util-dynamodb';
import { encodeCursor } from '../adapters/aws/dynamodb/lists/cursor.ts';
import { userRange } from '../adapters/aws/dynamodb/users/list-users.ts';
import { externalIdKey, toItem } from '../adapters/aws/dynamodb/users/user-item.ts';
import { newId, systemClock } from '../adapters/system.ts';
import { newUser } from '../domain/users/new-user.ts';
import { type Item, startDynamoDb } from '../local/dynamodb/index.ts';

export interface UsersToLoad {
  /** The state of an embedded cloud that is not running. */
  dataDir: string;
  tableName: string;
  ownerId: string;
  count: number;
}

/** A position deep in the list. */
export interface DeepInTheList {
  /** The email of one user among the last tenth. */
  email: string;
  /** The cursor after that user, in order of creation. */
  cursor: string;
}

/** Writes users, as `userStore.create` writes them, straight into the engine: over HTTP a million would take an hour. */
export async function loadUsers({ dataDir, tableName, ownerId, count }: UsersToLoad): Promise<DeepInTheList> {
  const engine = await startDynamoDb({ dir: join(dataDir, 'dynamodb'), host: '127.0.0.1', clock: systemClock });
  let deep: DeepInTheList | undefined;

  function* items(): Generator<Item> {
    for (let number = 0; number < count; number++) {
      const id = newId();
      const email = `grower-${number}@example.com`;
      // The order of names differs from that of creation.
      const name = `${((number * 2_654_435_761) % 4_294_967_296).toString(36)} Grower`;
      const item = toItem(ownerId, newUser(id, { name, email, phone: '+1 555 0100', externalId: String(number) }));
      yield wire({ ...item, revision: 1 });
      yield wire({ ...externalIdKey(ownerId, String(number)), svcUserId: id });
      if (number === Math.floor(count * 0.9)) {
        deep = { email, cursor: encodeCursor({ name: tableName }, userRange(ownerId, 'id'), item) };
      }
    }
  }

  try {
    await engine.loadItems(tableName, items());
  } finally {
    await engine.close();
  }
  if (!deep) throw new Error('there are no users to load');
  return deep;
}

/** An item in its wire form. No value is binary, in which the SDK's type and the engine's differ. */
function wire(item: Record<string, unknown>): Item {
  return marshall(item, { removeUndefinedValues: true }) as Item;
}
