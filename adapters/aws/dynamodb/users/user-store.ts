import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Clock, NewId } from '../../../../domain/clock.ts';
import type { Wanted } from '../../../../domain/credentials/wanted-credentials.ts';
import { Problem } from '../../../../domain/errors.ts';
import type { CommitRecord } from '../../../../domain/idempotency.ts';
import type { ServiceUser } from '../../../../domain/users/service-user.ts';
import { userDeleted } from '../../../../domain/users/user-events.ts';
import type { UserStore } from '../../../../domain/users/user-store.ts';
import { countWrites } from '../counts/count-item.ts';
import type { PlanMoves, PlannedMoves } from '../credentials/credential-moves.ts';
import { eventWrite } from '../events/event-item.ts';
import type { Table } from '../table.ts';
import { transact, type Write } from '../transact.ts';
import { listUsers } from './list-users.ts';
import { readUser, userDirectory } from './user-directory.ts';
import { userKey } from './user-exists.ts';
import { externalIdKey, toItem } from './user-item.ts';

export interface UserStoreServices {
  users: Table;
  events: Table;
  clock: Clock;
  newId: NewId;
  /** Absent if users are written without moving credentials. */
  planMoves?: PlanMoves;
}

const noMoves: PlannedMoves = { shown: {}, writes: [], finish: async () => {} };

/** Number of attempts at conflicting edits of one user. */
const attempts = 5;

/**
 * Service users in DynamoDB. An item of its own claims an external id, in the transaction that writes the user.
 *
 * @example const users = userStore({ users: table(names.USERS_TABLE), events, clock, newId });
 */
export function userStore({ users, events, clock, newId, planMoves }: UserStoreServices): UserStore {
  const read = (ownerId: string, id: string) => readUser(users, ownerId, id);

  const plan = (ownerId: string, id: string, wanted: readonly Wanted[]): Promise<PlannedMoves> | PlannedMoves => {
    if (wanted.length === 0) return noMoves;
    if (!planMoves) throw new Error('this store moves no credentials');
    return planMoves(ownerId, id, wanted);
  };

  /** Writes a user and the credentials that are moved to it. False if one of them was changed meanwhile. */
  const write = async (
    ownerId: string,
    before: { user?: ServiceUser; revision?: number },
    user: ServiceUser,
    moves: PlannedMoves,
    commit?: CommitRecord,
  ): Promise<boolean> => {
    const claimed = claims(users, ownerId, before.user, user);
    const isNew = before.revision === undefined;
    const counts = isNew ? countWrites(users, { ownerId, kind: 'user', id: user.id }, 1) : [];
    const writes = [put(users, ownerId, user, before.revision), ...claimed, ...counts, ...moves.writes];
    const failed = await transact(users.client, writes, commit);
    if (failed !== undefined && failed > 0 && failed <= claimed.length) throw externalIdTaken(user);
    if (failed === undefined) await moves.finish();
    return failed === undefined;
  };

  return {
    ...userDirectory(users),
    list: (ownerId, filter, page) => listUsers(users, ownerId, filter, page),

    async withExternalId(ownerId, externalId) {
      const Key = externalIdKey(ownerId, externalId);
      const { Item } = await users.client.send(new GetCommand({ TableName: users.name, Key, ConsistentRead: true }));
      return Item && (await read(ownerId, String(Item.svcUserId)))?.user;
    },

    async create(ownerId, user, wanted = [], commit) {
      for (let attempt = 1; attempt <= attempts; attempt += 1) {
        const moves = await plan(ownerId, user.id, wanted);
        const made = { ...user, ...moves.shown };
        if (await write(ownerId, {}, made, moves, await commit?.(made))) return made;
      }
      throw changedAtOnce();
    },

    async change(ownerId, id, edit, wanted = () => []) {
      for (let attempt = 1; attempt <= attempts; attempt += 1) {
        const before = await read(ownerId, id);
        if (!before) return undefined;
        const moves = await plan(ownerId, id, wanted(before.user));
        const user = { ...edit(before.user), ...moves.shown };
        if (await write(ownerId, before, user, moves)) return user;
      }
      throw changedAtOnce();
    },

    async remove(ownerId, id) {
      const before = await read(ownerId, id);
      if (!before) return false;
      const at = clock.now();
      const event = userDeleted({ id: newId(), ownerId, svcUserId: id }, at);
      const writes = [
        tombstone(users, ownerId, id, at),
        ...claims(users, ownerId, before.user, undefined),
        eventWrite(events, event),
        ...countWrites(users, { ownerId, kind: 'user', id }, -1),
      ];
      return (await transact(users.client, writes)) === undefined;
    },
  };
}

/** The write of a user: a new one, or a change of the revision that was read. */
function put(users: Table, ownerId: string, user: ServiceUser, revision: number | undefined): Write {
  const TableName = users.name;
  const Item = { ...toItem(ownerId, user), revision: (revision ?? 0) + 1 };
  if (revision === undefined) return { Put: { TableName, Item, ConditionExpression: 'attribute_not_exists(pk)' } };
  return {
    Put: { TableName, Item, ConditionExpression: 'revision = :over', ExpressionAttributeValues: { ':over': revision } },
  };
}

/** The tombstone of a deleted user, on whose absence workers condition their writes. It is in no index. */
function tombstone(users: Table, ownerId: string, id: string, at: number): Write {
  const Item = { ...userKey(ownerId, id), deletedAt: at };
  return { Put: { TableName: users.name, Item, ConditionExpression: 'attribute_exists(revision)' } };
}

/** The writes that move the claim from a user's former external id to the new one. */
function claims(
  users: Table,
  ownerId: string,
  before: ServiceUser | undefined,
  after: ServiceUser | undefined,
): Write[] {
  if (before?.externalId === after?.externalId) return [];
  const writes: Write[] = [];
  if (before?.externalId !== undefined) {
    writes.push({ Delete: { TableName: users.name, Key: externalIdKey(ownerId, before.externalId) } });
  }
  if (after?.externalId !== undefined) {
    const Item = { ...externalIdKey(ownerId, after.externalId), svcUserId: after.id };
    writes.push({ Put: { TableName: users.name, Item, ConditionExpression: 'attribute_not_exists(pk)' } });
  }
  return writes;
}

function changedAtOnce(): Problem {
  const detail = 'This user or a credential is being changed by several requests at once. Try again.';
  return new Problem('conflict', detail, { retryAfterSeconds: 1 });
}

function externalIdTaken({ externalId }: ServiceUser): Problem {
  const message = `Another user has the externalId ${externalId}. It must be unique.`;
  return new Problem('conflict', message, {
    errorKey: 'externalIdTaken',
    errors: [{ pointer: '#/externalId', message }],
  });
}
