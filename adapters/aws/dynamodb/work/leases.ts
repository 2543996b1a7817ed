import { DeleteCommand, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Clock } from '../../../../domain/clock.ts';
import type { Leases } from '../../../../domain/work/work-stores.ts';
import { overdueItems } from '../deadlines.ts';
import type { Item, Table } from '../table.ts';
import { ifHeld } from '../transact.ts';
import { type Existence, updateOf } from './subject-items.ts';

export interface LeaseItems<Subject> {
  table: Table;
  clock: Clock;
  /** Key of the item with the lease of a subject, and its expected message. */
  keyOf(subject: Subject): { pk: string; sk: string };
  /** Absent if subjects are never deleted, or a lease of a deleted one is harmless. */
  existence?: Existence<Subject>;
  /** The partition of the table's index `byDeadline` in which the sweep finds overdue subjects. */
  deadlineKey: string;
  /** The attribute with the subject; `subject` by default. */
  subjectName?: string;
}

/** A change of an item, apart from its deadline. */
interface ItemChange {
  sets: string;
  removes?: string;
  condition?: string;
  names?: Record<string, string>;
  values: Item;
}

/** A subject is overdue this long after its worker was expected. */
const patienceMilliseconds = 5 * 60_000;

/** Number of attempts: a lease may end between finding it taken and notifying its holder. */
const attempts = 10;

const untilName = { '#until': 'until' };

/**
 * Leases in DynamoDB: one item for each subject with a running or expected worker, deleted when all is done. The lease
 * of a dead holder expires, and the sweep then requests another worker.
 *
 * @example
 * const metering = leases<Subject>({ table: usage, clock, keyOf, deadlineKey: 'metering' });
 * const lease = await metering.take(subject, delivery, 60_000); // undefined while another worker has it
 */
export function leases<Subject>(items: LeaseItems<Subject>): Leases<Subject> {
  const { table, clock, keyOf, existence, deadlineKey, subjectName = 'subject' } = items;
  const { client, name: TableName } = table;

  /** Changes the item of a subject and its deadline; false if the condition fails. */
  const set = (subject: Subject, deadline: number, change: ItemChange): Promise<boolean> =>
    updateOf(
      table,
      { Key: keyOf(subject), subject, existence },
      {
        UpdateExpression: `SET ${change.sets}, deadlineKey = :key, deadline = :deadline, #subject = :subject ${change.removes ?? ''}`,
        ...(change.condition !== undefined && { ConditionExpression: change.condition }),
        ExpressionAttributeNames: { '#subject': subjectName, ...change.names },
        ExpressionAttributeValues: {
          ':key': deadlineKey,
          ':deadline': deadline,
          ':subject': subject,
          ...change.values,
        },
      },
    );

  /** False if another holder has it. */
  const claim = (subject: Subject, holder: string, end: number): Promise<boolean> =>
    set(subject, end, {
      sets: 'holder = :holder, #until = :deadline',
      removes: 'REMOVE asked, expectedUntil',
      condition: 'attribute_not_exists(#until) OR #until <= :now OR holder = :holder',
      names: untilName,
      values: { ':now': clock.now(), ':holder': holder },
    });

  const expect = async (subject: Subject, until: number, deadline: number): Promise<void> => {
    await set(subject, deadline, { sets: 'expectedUntil = :expected', values: { ':expected': until } });
  };

  /**
   * Asks the holder for another round, and marks the expected message as arrived. False if the lease has no holder any
   * more.
   */
  const ask = async (subject: Subject): Promise<boolean> => {
    const command = () =>
      new UpdateCommand({
        TableName,
        Key: keyOf(subject),
        UpdateExpression: 'SET asked = :yes REMOVE expectedUntil',
        ConditionExpression: '#until > :now',
        ExpressionAttributeNames: untilName,
        ExpressionAttributeValues: { ':yes': true, ':now': clock.now() },
      });
    return (await ifHeld(() => client.send(command()))) !== undefined;
  };

  /** Moves the end of a lease, which is the deadline of its subject too; no effect if another holder has taken it over. */
  const extend = async (subject: Subject, holder: string, until: number): Promise<void> => {
    const command = new UpdateCommand({
      TableName,
      Key: keyOf(subject),
      UpdateExpression: 'SET #until = :until, deadline = :until',
      ConditionExpression: 'holder = :holder',
      ExpressionAttributeNames: untilName,
      ExpressionAttributeValues: { ':until': until, ':holder': holder },
    });
    await ifHeld(() => client.send(command));
  };

  /** Ends a lease; no effect if another holder has taken it over. */
  const end = async (subject: Subject, holder: string): Promise<boolean> => {
    const held = {
      TableName,
      Key: keyOf(subject),
      ExpressionAttributeValues: { ':holder': holder },
      ReturnValues: 'ALL_OLD' as const,
    };
    const isHolder = 'holder = :holder';
    const ConditionExpression = `${isHolder} AND attribute_not_exists(expectedUntil)`;
    const ended = await ifHeld(() => client.send(new DeleteCommand({ ...held, ConditionExpression })));
    if (ended) return ended.Attributes?.asked === true;
    // A message is under way, so the item stays.
    const UpdateExpression = 'REMOVE holder, #until, asked';
    const given = { ...held, UpdateExpression, ConditionExpression: isHolder, ExpressionAttributeNames: untilName };
    return (await ifHeld(() => client.send(new UpdateCommand(given))))?.Attributes?.asked === true;
  };

  const read = async (subject: Subject): Promise<Item> => {
    const command = new GetCommand({ TableName, Key: keyOf(subject), ConsistentRead: true });
    return (await client.send(command)).Item ?? {};
  };

  return {
    async take(subject, holder, milliseconds) {
      for (let attempt = 1; attempt <= attempts; attempt += 1) {
        if (await claim(subject, holder, clock.now() + milliseconds))
          return {
            extend: (more) => extend(subject, holder, clock.now() + more),
            end: () => end(subject, holder),
          };
        if (await ask(subject)) return undefined;
      }
      throw new Error(`the lease of ${JSON.stringify(keyOf(subject))} kept changing hands`);
    },

    isHeld: async (subject) => Number((await read(subject)).until) > clock.now(),

    isExpected: async (subject) => Number((await read(subject)).expectedUntil) > clock.now(),

    expect: (subject, until) => expect(subject, until, until + patienceMilliseconds),

    // Expected now: if a lease ends meanwhile, the item stays for the sweep to find.
    makeDue: (subject) => expect(subject, clock.now(), clock.now()),

    async overdue() {
      const found = await overdueItems(table, deadlineKey, clock.now());
      return found.flatMap((item) => (item[subjectName] as Subject | undefined) ?? []);
    },
  };
}
