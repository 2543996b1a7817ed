import { DeleteCommand, GetCommand } from '@aws-sdk/lib-dynamodb';
import { type Clock, timestamp } from '../../../../domain/clock.ts';
import { notFound } from '../../../../domain/errors.ts';
import type { ProviderKey } from '../../../../domain/providers/providers.ts';
import { type ListNote, type ListNotes, type NotedList, nameOfList } from '../../../../domain/sync/list-notes.ts';
import type { UserSubject } from '../../../../domain/work/work-stores.ts';
import { userPartition } from '../fields/field-item.ts';
import type { Table } from '../table.ts';
import { transact, type Write } from '../transact.ts';
import { userItems } from '../user-items.ts';
import { userExists } from '../users/user-exists.ts';

export interface ListNoteServices {
  fields: Table;
  users: Table;
  clock: Clock;
  /** The write of the event that assets begin to wait for their owner; absent where none can begin to. */
  announced?: (user: UserSubject, provider: ProviderKey, note: ListNote) => Write;
}

/** Notes of lists in the partition of their user in the fields table, an item for each list that there is something to say of. */
export function listNotes({ fields, users, clock, announced }: ListNoteServices): ListNotes {
  const { client, name: TableName } = fields;
  const prefixOf = (provider: ProviderKey) => `list#${provider}#`;
  const keyOf = ({ ownerId, svcUserId }: UserSubject, provider: ProviderKey, list: NotedList) => ({
    pk: userPartition(ownerId, svcUserId),
    sk: prefixOf(provider) + nameOfList(list),
  });

  const get: ListNotes['get'] = async (user, provider, list) => {
    const Key = keyOf(user, provider, list);
    const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
    return Item?.note as ListNote | undefined;
  };

  const all: ListNotes['all'] = async ({ ownerId, svcUserId }, provider) => {
    const found: ListNote[] = [];
    for await (const { note } of userItems(fields, ownerId, svcUserId, prefixOf(provider))) {
      found.push(note as ListNote);
    }
    return found;
  };

  const beginsToWait = async (user: UserSubject, provider: ProviderKey, { list, held }: ListNote): Promise<boolean> => {
    if (!held || held.confirmedTime !== undefined) return false;
    const before = (await get(user, provider, list))?.held;
    return before === undefined || before.confirmedTime !== undefined;
  };

  const put: ListNotes['put'] = async (user, provider, note) => {
    const { ownerId, svcUserId } = user;
    const Key = keyOf(user, provider, note.list);
    if (!note.refused && !note.held) return void (await client.send(new DeleteCommand({ TableName, Key })));
    const event = announced && (await beginsToWait(user, provider, note)) ? [announced(user, provider, note)] : [];
    const writes = [userExists(users, ownerId, svcUserId), { Put: { TableName, Item: { ...Key, note } } }, ...event];
    if ((await transact(client, writes)) !== undefined) throw notFound('user', svcUserId);
  };

  return {
    all,
    get,
    put,

    async confirm(user, provider) {
      const waiting = (await all(user, provider)).filter(({ held }) => held !== undefined);
      const confirmedTime = timestamp(clock.now());
      for (const { held, ...note } of waiting) {
        if (held) await put(user, provider, { ...note, held: { ...held, confirmedTime } });
      }
      return waiting.length > 0;
    },
  };
}
