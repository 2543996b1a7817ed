import { DeleteCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from 'vitest';
import { erasePartition } from '../../../../../adapters/aws/dynamodb/erasure/erase-partition.ts';
import { shardWork } from '../../../../../adapters/aws/dynamodb/lake-tables/shard-work.ts';
import { seedList } from '../../../../../adapters/aws/dynamodb/merging/seed-list.ts';
import { changedFields } from '../../../../../adapters/aws/dynamodb/operations/changed-fields.ts';
import type { Item, Table } from '../../../../../adapters/aws/dynamodb/table.ts';
import { userKey } from '../../../../../adapters/aws/dynamodb/users/user-exists.ts';
import { compactionLeases, userLeases } from '../../../../../adapters/aws/dynamodb/work/known-leases.ts';
import { leases } from '../../../../../adapters/aws/dynamodb/work/leases.ts';
import { workList } from '../../../../../adapters/aws/dynamodb/work/work-list.ts';
import { newId } from '../../../../../adapters/system.ts';
import type { Shard } from '../../../../../domain/lake-tables/shard.ts';
import type { UserSubject, WorkList } from '../../../../../domain/work/work-stores.ts';
import { isThorough } from '../../../../thorough.ts';
import { fieldsUnderTest } from '../fields/tables-under-test.ts';
import { type Consumer, type Named, type Trouble, World } from './troubled-world.ts';

const under = await fieldsUnderTest();
const { fields, users, operations, clock } = under.tables;

async function itemsIn({ client, name: TableName }: Table, pk: string): Promise<Item[]> {
  const query = { KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': pk }, ConsistentRead: true };
  return (await client.send(new QueryCommand({ TableName, ...query }))).Items ?? [];
}

/** A work list whose notes are turned into names. */
function asNamed<Subject, Note extends object>(
  list: WorkList<Subject, Note>,
  to: (named: Named) => Note,
  from: (note: Note) => Named,
): WorkList<Subject, Named> {
  return {
    async note(subject, names) {
      await list.note(subject, names.map(to));
      return [];
    },
    noted: async (subject, max) =>
      (await list.noted(subject, max)).map((note) => ({ ...from(note), stamp: note.stamp, attempts: note.attempts })),
    done: (subject, names) =>
      list.done(
        subject,
        names.map((named) => ({ ...to(named), stamp: named.stamp, attempts: named.attempts })),
      ),
    attempts: (subject, named) => list.attempts(subject, { ...to(named), stamp: named.stamp, attempts: 0 }),
  };
}

async function ofUser(consumer: (user: UserSubject) => Omit<Consumer<UserSubject>, 'subject' | 'left' | 'remove'>) {
  const subject = await under.freshUser();
  const pk = `${subject.ownerId}#${subject.svcUserId}`;
  return {
    ...consumer(subject),
    subject,
    left: async () => [...(await itemsIn(fields, pk)), ...(await itemsIn(operations, `${pk}#fields`))],
    async remove() {
      const Key = userKey(subject.ownerId, subject.svcUserId);
      await users.client.send(new DeleteCommand({ TableName: users.name, Key }));
      await erasePartition(fields, pk);
      await erasePartition(operations, `${pk}#fields`);
    },
  };
}

/** Every consumer of the module, as the product uses it. */
const consumers: Record<
  string,
  () => Promise<Consumer<UserSubject>> | Promise<Consumer<Shard>> | Promise<Consumer<string>>
> = {
  'changed fields that are merged': () =>
    ofUser(() => ({
      list: asNamed(
        seedList(fields, users, newId),
        ({ name }) => ({ fieldId: name }),
        ({ fieldId }) => ({ name: fieldId }),
      ),
      leases: userLeases('merge', { fields, users, clock }),
    })),

  'rounds of a user’s providers': () => ofUser(() => ({ leases: userLeases('sync', { fields, users, clock }) })),

  'changed fields whose operations follow': () =>
    ofUser(() => ({
      list: asNamed(
        changedFields(operations, users, newId),
        ({ name }) => ({ fieldId: name, again: `operation of ${name}` }),
        ({ fieldId }) => ({ name: fieldId }),
      ),
      leases: userLeases('operations', { fields, users, clock }),
    })),

  'changed rows of a shard': async () => {
    const subject: Shard = { ownerId: newId(), table: 'fields', shard: '7' };
    const { list, leases: given } = shardWork(operations, clock, newId);
    const rows = asNamed(
      list,
      ({ name }) => ({ svcUserId: 'user', id: name }),
      ({ id = '' }) => ({ name: id }),
    );
    const left = () => itemsIn(operations, `${subject.ownerId}#lake#fields#7`);
    return { subject, list: rows, leases: given, isNoting: true, left };
  },

  'compactions of an owner’s points': async () => {
    const subject = newId();
    const left = () => itemsIn(operations, `${subject}#compaction`);
    return { subject, leases: compactionLeases(operations, clock), left };
  },

  'a new area': async () => {
    const subject = newId();
    const list = workList<string, Named>({
      table: fields,
      newId,
      partitionOf: (id) => `${id}#new`,
      prefix: 'note#',
      nameOf: ({ name }) => name,
    });
    const given = leases<string>({
      table: fields,
      clock,
      keyOf: (id) => ({ pk: `${id}#new`, sk: 'lease' }),
      deadlineKey: 'new',
    });
    const left = () => itemsIn(fields, `${subject}#new`);
    return { subject, list, leases: given, isNoting: true, left };
  },
};

/** Faults that may hit a worker at any of its steps. */
const troubles: Record<string, (trouble: Trouble) => Promise<unknown>> = {
  'a note arrives': async ({ world }) => {
    await world.change('a');
    await world.change('later');
    world.endDelays();
    await world.deliverWaiting();
  },
  'the worker dies': ({ die }) => die(),
  'a note arrives and the worker dies': async ({ world, die }) => {
    await world.change('a');
    await world.change('later');
    world.endDelays();
    await world.deliverWaiting();
    return die();
  },
  'the worker dies and its queue restarts, so that the delivery is repeated under its name': async (trouble) => {
    const { world, message, die } = trouble;
    void die();
    await world.deliver(message, `${message.id}#1`);
    return die();
  },
  'the work fails': async () => {
    throw new Error('the work failed');
  },
  'the message is delivered twice': ({ world, message }) => world.deliver(message),
  'the lease expires, another worker takes the subject over, and the first continues': async ({ world, message }) => {
    world.clock.advance(400_000);
    await world.change('a');
    await world.deliver(message);
  },
  'its time is nearly over': async ({ world }) => world.clock.advance(250_000),
  'a note arrives and its time is nearly over': async ({ world }) => {
    await world.change('later');
    await world.deliverWaiting();
    world.clock.advance(250_000);
  },
  'the lease expires without another worker, and the worker continues': async ({ world }) => {
    world.clock.advance(400_000);
    await world.change('later');
  },
};

/** The step from one try to the next: consumers divide the steps, so that each trouble hits each step in two of the six. */
const stride = isThorough ? 1 : 3;
const [consumerNames, troubleNames] = [Object.keys(consumers), Object.keys(troubles)];

describe.each(Object.entries(consumers))('%s', (consumer, consumerOf) => {
  test.each(Object.entries(troubles))('are completed when, at any step, %s', async (trouble, happens) => {
    const first = 1 + ((consumerNames.indexOf(consumer) + troubleNames.indexOf(trouble)) % stride);
    let at = first;
    for (let came = true; came; at += stride) {
      const world = new World((await consumerOf()) as Consumer, clock);
      world.trouble(at, happens);
      for (const name of ['a', 'b', 'c']) await world.change(name);
      await world.settle();
      came = world.troubleCame;
      const where = `at step ${at}, ${world.steps[at - 1]}`;
      expect(world.behind(), `records behind ${where}`).toEqual([]);
      expect(await world.consumer.left(), `items left ${where}`).toEqual([]);
      expect([world.clashes, world.deadLetters], `clashes and dead letters ${where}`).toEqual([0, 0]);
    }
    expect(at).toBeGreaterThan(Math.max(4, first + stride));
  });

  test('leave nothing when, at any step, their subject is deleted', async () => {
    for (let at = 1, came = true; came; at += 1) {
      const world = new World((await consumerOf()) as Consumer, clock);
      const { remove } = world.consumer;
      if (!remove) return;
      world.trouble(at, remove);
      for (const name of ['a', 'b', 'c']) await world.change(name);
      await world.settle();
      came = world.troubleCame;
      expect(came ? await world.consumer.left() : [], `items left at step ${at}, ${world.steps[at - 1]}`).toEqual([]);
      expect(world.deadLetters).toBe(0);
    }
  });
});
