import type { Clock, NewId } from '../../../../domain/clock.ts';
import { notFound } from '../../../../domain/errors.ts';
import { type AbsenceStore, providerRemovalsWaiting } from '../../../../domain/sync/absences.ts';
import type { UserSubject } from '../../../../domain/work/work-stores.ts';
import { eraseItems } from '../batch-write.ts';
import { eventWrite } from '../events/event-item.ts';
import type { Table } from '../table.ts';
import { transact, type Write } from '../transact.ts';
import { userItems } from '../user-items.ts';
import { userExists } from '../users/user-exists.ts';
import { absenceKey, linkKey } from './sync-item.ts';

export interface AbsenceServices {
  fields: Table;
  users: Table;
  events: Table;
  clock: Clock;
  newId: NewId;
}

/** Maximum writes of a transaction of 100, without the check of the user. */
const writesAtOnce = 99;

/** Absences in the partition of their user in the fields table, an item for each record. */
export function absenceStore({ fields, users, events, clock, newId }: AbsenceServices): AbsenceStore {
  const TableName = fields.name;

  const write = async ({ ownerId, svcUserId }: UserSubject, writes: Write[]): Promise<void> => {
    for (let start = 0; start < writes.length; start += writesAtOnce) {
      const some = writes.slice(start, start + writesAtOnce);
      const failed = await transact(fields.client, [userExists(users, ownerId, svcUserId), ...some]);
      if (failed === 0) throw notFound('user', svcUserId);
    }
  };

  return {
    async all({ ownerId, svcUserId }, provider, list) {
      const prefix = absenceKey({ ownerId, svcUserId }, provider, list, '').sk;
      const found = new Map();
      for await (const { sk, sinceTime, againTime, isGone } of userItems(fields, ownerId, svcUserId, prefix)) {
        const id = String(sk).slice(prefix.length);
        const again = againTime === undefined ? {} : { againTime: String(againTime) };
        found.set(id, { id, sinceTime: String(sinceTime), ...again, isGone: isGone === true });
      }
      return found;
    },

    put(user, provider, list, absences) {
      const items = absences.map(({ id, ...absence }) => ({ ...absenceKey(user, provider, list, id), ...absence }));
      return write(
        user,
        items.map((Item) => ({ Put: { TableName, Item } })),
      );
    },

    remove: (user, provider, list, ids) =>
      eraseItems(
        fields,
        ids.map((id) => absenceKey(user, provider, list, id)),
      ),

    async hold(user, provider, held, isNew) {
      const { ownerId, svcUserId } = user;
      const Key = linkKey(ownerId, svcUserId, provider);
      const change = held
        ? { UpdateExpression: 'SET held = :held', ExpressionAttributeValues: { ':held': held } }
        : { UpdateExpression: 'REMOVE held' };
      const ids = { id: newId(), ownerId, svcUserId };
      const event =
        held && isNew ? [eventWrite(events, providerRemovalsWaiting(ids, provider, held, clock.now()))] : [];
      // A link that was deleted meanwhile stays deleted.
      await write(user, [
        { Update: { TableName, Key, ConditionExpression: 'attribute_exists(pk)', ...change } },
        ...event,
      ]);
    },
  };
}
