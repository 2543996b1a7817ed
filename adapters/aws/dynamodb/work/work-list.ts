import { DeleteCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { NewId } from '../../../../domain/clock.ts';
import type { Noted, WorkList } from '../../../../domain/work/work-stores.ts';
import { putItems } from '../batch-write.ts';
import { parserAttempts } from '../pending-item.ts';
import type { Item, Table } from '../table.ts';
import { ifHeld, transact } from '../transact.ts';
import type { Existence } from './subject-items.ts';

/** The storage format of notes. */
export interface NoteFormat<Note> {
  /** The path of the attribute with the stamp. */
  stamp: string;
  write(note: Note, stamp: string): Item;
  read(item: Item): Note;
}

export interface WorkListItems<Subject, Note> {
  table: Table;
  newId: NewId;
  /** The partition with the notes of a subject, possibly among other items. */
  partitionOf(subject: Subject): string;
  /** The prefix of their sort keys. */
  prefix: string;
  /** The rest of the sort key: notes of one name replace each other. */
  nameOf(note: Note): string;
  /** By default the note is in `note` and its stamp in `stamp`. */
  format?: NoteFormat<Note>;
  /** Absent if subjects are never deleted, or a note of a deleted one is harmless. */
  existence?: Existence<Subject>;
}

/** Maximum writes of a transaction of 100, without the check of the subject. */
const writesAtOnce = 99;
const removedAtOnce = 25;

/**
 * Work lists in DynamoDB: an item for each note, in a partition of its subject.
 *
 * @example
 * const list = workList<Subject, Note>({ table, newId, partitionOf, prefix: 'changed#', nameOf: ({ fileId }) => fileId });
 * await list.note(subject, [{ fileId }]);
 */
export function workList<Subject, Note extends object>({
  table,
  newId,
  partitionOf,
  prefix,
  nameOf,
  format = { stamp: 'stamp', write: (note, stamp) => ({ note, stamp }), read: ({ note }) => note as Note },
  existence,
}: WorkListItems<Subject, Note>): WorkList<Subject, Note> {
  const { client, name: TableName } = table;
  const keyOf = (subject: Subject, note: Note) => ({ pk: partitionOf(subject), sk: prefix + nameOf(note) });
  const isSame = (stamp: string) => ({
    ConditionExpression: `${format.stamp} = :stamp`,
    ExpressionAttributeValues: { ':stamp': stamp },
  });

  const put = async (subject: Subject, items: Item[]): Promise<void> => {
    if (!existence) return putItems(table, items);
    for (let start = 0; start < items.length; start += writesAtOnce) {
      const puts = items.slice(start, start + writesAtOnce).map((Item) => ({ Put: { TableName, Item } }));
      const failed = await transact(client, [existence.check(subject), ...puts]);
      if (failed !== undefined) throw existence.gone(subject);
    }
  };

  return {
    async note(subject, notes) {
      const stamp = newId();
      // A request must not contain two writes of one key.
      const named = new Map(notes.map((note) => [nameOf(note), note]));
      await put(
        subject,
        [...named.values()].map((note) => ({ ...keyOf(subject, note), ...format.write(note, stamp) })),
      );
      return [...named.values()].map((note) => ({ ...note, stamp, attempts: 0 }));
    },

    async noted(subject, max) {
      const { Items = [] } = await client.send(
        new QueryCommand({
          TableName,
          KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
          ExpressionAttributeValues: { ':pk': partitionOf(subject), ':sk': prefix },
          ConsistentRead: true,
          Limit: max,
        }),
      );
      return Items.map((item) => notedIn(item, format)).sort((a, b) => a.attempts - b.attempts);
    },

    async done(subject, notes) {
      for (let start = 0; start < notes.length; start += removedAtOnce) {
        const some = notes.slice(start, start + removedAtOnce).map((note) => {
          const command = () => new DeleteCommand({ TableName, Key: keyOf(subject, note), ...isSame(note.stamp) });
          return ifHeld(() => client.send(command()));
        });
        await Promise.all(some);
      }
    },

    attempts(subject, note) {
      const { ConditionExpression: condition, ExpressionAttributeValues: values } = isSame(note.stamp);
      return parserAttempts(table, keyOf(subject, note), { condition, values });
    },
  };
}

function notedIn<Note>(item: Item, { stamp, read }: NoteFormat<Note>): Noted<Note> {
  const found = stamp.split('.').reduce<unknown>((within, name) => (within as Item)[name], item);
  return { ...read(item), stamp: String(found), attempts: (item.attempts as Set<string> | undefined)?.size ?? 0 };
}
