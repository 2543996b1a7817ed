import { expect, test, vi } from 'vitest';
import type { FoundWork } from '../../../domain/leases/waiting-work.ts';
import { type SlotServices, withinSlots } from '../../../functions/queue/within-slots.ts';

const filesAtOnce = 3;

interface Asked {
  name: string;
}

/** An owner's slots and list as in the tables, with a pause in every step, and workers that receive messages. */
function server() {
  const held = new Map<number, string>();
  const listed = new Map<string, FoundWork<Asked> & { heldBy?: string }>();
  let changes = 0;
  const change = () => {
    changes += 1;
    return changes;
  };
  let now = 0;
  const step = () => new Promise((resolve) => setTimeout(resolve, Math.random() * 3));
  const forHolder = (holder: string) =>
    [...listed.values()].filter(({ heldBy }) => heldBy === undefined || heldBy === holder);
  const services: SlotServices<Asked> = {
    clock: { now: () => now },
    filesAtOnce,
    slots: {
      async take(_, slots, __, holder = '') {
        await step();
        const own = [...held].find(([, one]) => one === holder)?.[0];
        const slot = own ?? Array.from({ length: slots }, (___, at) => at).find((at) => !held.has(at));
        if (slot === undefined) return undefined;
        held.set(slot, holder);
        return {
          extend: async () => {},
          async free() {
            await step();
            if (held.get(slot) === holder) held.delete(slot);
          },
        };
      },
      free: async () => {},
    },
    waiting: {
      async add({ ownerId, id, message }) {
        await step();
        listed.set(id, { ownerId, id, message, deadline: change() });
      },
      async some(_, holder) {
        await step();
        return forHolder(holder).length > 0;
      },
      async next(_, holder) {
        await step();
        const [first] = forHolder(holder);
        if (first) Object.assign(first, { heldBy: holder, deadline: change() });
        return first && { ...first };
      },
      async hold(work, holder) {
        const held = listed.get(work.id);
        if (held?.heldBy !== holder || held.deadline !== work.deadline) return undefined;
        held.deadline = change();
        return { ...held };
      },
      async remove({ id, deadline }) {
        await step();
        if (listed.get(id)?.deadline === deadline) listed.delete(id);
      },
      overdue: async () => [],
    },
  };
  const deliver = (name: string, run: (asked: Asked) => Promise<void>, delivery = `${name}#1`) => {
    const message = {
      body: '',
      delivery,
      attempt: 1,
      lastAttempt: false,
      passes: 1,
      queue: { send: async () => {} },
      remainingMilliseconds: () => 900_000,
    };
    return withinSlots({ ownerId: 'owner', id: name, message: { name } }, message, run, services);
  };
  return { deliver, held, listed, step, advance: (milliseconds: number) => (now += milliseconds) };
}

const names = (count: number) => Array.from({ length: count }, (_, at) => `file ${at}`);

test("a limited number of an owner's files are read at once, and every one is read", async () => {
  for (let round = 0; round < 20; round += 1) {
    const { deliver, held, listed, step } = server();
    const done: string[] = [];
    let [atOnce, max] = [0, 0];
    const run = async ({ name }: Asked) => {
      max = Math.max(max, ++atOnce);
      await step();
      atOnce -= 1;
      done.push(name);
    };
    await Promise.all(names(20).map((name) => deliver(name, run)));
    expect(done.sort()).toEqual(names(20).sort());
    expect(max).toBe(filesAtOnce);
    expect([held.size, listed.size]).toEqual([0, 0]);
  }
});

test('files of a worker that died are processed with their redelivered messages, under the same names', async () => {
  const { deliver, held, listed, step } = server();
  const begun: string[] = [];
  const stuck = async ({ name }: Asked) => {
    begun.push(name);
    return new Promise<void>(() => {});
  };
  for (const name of names(3)) void deliver(name, stuck);
  await expect.poll(() => begun.length).toBe(3);
  await deliver('late', stuck);
  expect([...listed.keys()]).toEqual(['late']);
  const again: string[] = [];
  const run = async ({ name }: Asked) => {
    await step();
    again.push(name);
  };
  await Promise.all(names(3).map((name) => deliver(name, run)));
  expect(again.sort()).toEqual([...names(3), 'late']);
  expect([held.size, listed.size]).toEqual([0, 0]);
});

test('an error of its own file fails a message; an error of a waiting file puts that file back on the list', async () => {
  const { deliver, held, listed, step } = server();
  const failing = async ({ name }: Asked) => {
    await step();
    if (name === 'file 9') throw new Error('a table is down');
  };
  await expect(deliver('file 9', failing)).rejects.toThrow('down');
  expect([held.size, listed.size]).toEqual([0, 0]);
  const outcomes = await Promise.allSettled([...names(3), 'file 9'].map((name) => deliver(name, failing)));
  expect(outcomes.slice(0, 3).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
  expect(held.size).toBe(0);
  expect([...listed.values()].map(({ id, heldBy }) => [id, heldBy])).toEqual(
    listed.size > 0 ? [['file 9', undefined]] : [],
  );
});

test('after a while a worker leaves waiting files to the sweep, so that others get its instance', async () => {
  const { deliver, held, listed, advance } = server();
  const done: string[] = [];
  const slow = async ({ name }: Asked) => {
    advance(60_000);
    done.push(name);
  };
  await Promise.all(names(9).map((name) => deliver(name, slow)));
  expect(done.length + listed.size).toBe(9);
  expect(listed.size).toBeGreaterThan(0);
  expect(held.size).toBe(0);
});

test('waiting work that takes long stays with its worker, and is removed afterwards as it was held last', async () => {
  vi.useFakeTimers();
  try {
    const { deliver, listed } = server();
    let [begun, end] = [0, () => {}];
    const run = ({ name }: Asked) => {
      if (name !== 'late') return Promise.resolve();
      begun = listed.get('late')?.deadline ?? 0;
      return new Promise<void>((resolve) => (end = resolve));
    };
    listed.set('late', { ownerId: 'owner', id: 'late', message: { name: 'late' }, deadline: 0 });
    const done = deliver('first', run);
    await vi.advanceTimersByTimeAsync(100);
    expect(begun).toBeGreaterThan(0);
    await vi.advanceTimersByTimeAsync(70_000);
    expect(listed.get('late')?.deadline).toBeGreaterThan(begun);
    end();
    await vi.advanceTimersByTimeAsync(100);
    await done;
    expect([...listed.keys()]).toEqual([]);
  } finally {
    vi.useRealTimers();
  }
});
