import { expect, test, vi } from 'vitest';
import type { FoundWork } from '../../../domain/leases/waiting-work.ts';
import { type SlotServices, withinSlots } from '../../../functions/queue/within-slots.ts';

const filesAtOnce = 3;

interface Asked {
  name: string;
}

/** Slots and lists as in the tables, with a pause in every step, and workers that receive messages. */
function server(workersAtOnce = 8) {
  const held = new Map<string, string>();
  const listed = new Map<string, FoundWork<Asked> & { heldBy?: string }>();
  const servedAt = new Map<string, number>();
  let changes = 0;
  const change = () => {
    changes += 1;
    return changes;
  };
  let now = 0;
  const step = () => new Promise((resolve) => setTimeout(resolve, Math.random() * 3));
  const forHolder = (ownerId: string, holder: string) =>
    [...listed.values()].filter(
      (one) => one.ownerId === ownerId && (one.heldBy === undefined || one.heldBy === holder),
    );
  const services: SlotServices<Asked> = {
    clock: { now: () => now },
    filesAtOnce,
    workersAtOnce,
    slots: {
      async take(ownerId, slots, __, holder = '') {
        await step();
        const all = Array.from({ length: slots }, (___, at) => `${ownerId} ${at}`);
        const slot = all.find((one) => held.get(one) === holder) ?? all.find((one) => !held.has(one));
        if (slot === undefined) return undefined;
        held.set(slot, holder);
        return {
          isOnly: all.every((one) => one === slot || !held.has(one)),
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
      async owners() {
        await step();
        const turnOf = (ownerId: string) => servedAt.get(ownerId) ?? 0;
        return [...new Set([...listed.values()].map(({ ownerId }) => ownerId))].sort((a, b) => turnOf(a) - turnOf(b));
      },
      async some(ownerId, holder) {
        await step();
        return forHolder(ownerId, holder).length > 0;
      },
      async next(ownerId, holder) {
        await step();
        const [first] = forHolder(ownerId, holder);
        if (first) Object.assign(first, { heldBy: holder, deadline: change() });
        if (first) servedAt.set(ownerId, change());
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
  const deliver = (
    name: string,
    run: (asked: Asked) => Promise<void>,
    { ownerId = 'owner', delivery = `${name}#1` } = {},
  ) => {
    const message = {
      body: '',
      delivery,
      attempt: 1,
      lastAttempt: false,
      passes: 1,
      queue: { send: async () => {} },
      remainingMilliseconds: () => 900_000,
    };
    return withinSlots({ ownerId, id: name, message: { name } }, message, run, services);
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

/** Work that goes on until it is ended, by name. */
function openWork() {
  const [begun, ends] = [[] as string[], new Map<string, () => void>()];
  const run = ({ name }: Asked) => {
    begun.push(name);
    return new Promise<void>((resolve) => ends.set(name, resolve));
  };
  return { begun, run, end: (name: string) => ends.get(name)?.() };
}

test('a worker is kept for an owner that has nothing, and no other gets it', async () => {
  const { deliver, listed } = server(2);
  const { begun, run, end } = openWork();
  const working = ['a1', 'a2'].map((name) => deliver(name, run, { ownerId: 'a' }));
  await expect.poll(() => begun).toHaveLength(2);
  await deliver('a3', run, { ownerId: 'a' });
  expect(begun).toHaveLength(2);
  working.push(deliver('b1', run, { ownerId: 'b' }));
  await expect.poll(() => begun.at(-1)).toBe('b1');
  await deliver('b2', run, { ownerId: 'b' });
  await deliver('c1', run, { ownerId: 'c' });
  expect([...listed.keys()]).toEqual(['a3', 'b2', 'c1']);
  // Whoever was never served comes first; the worker that was kept goes on with nothing.
  end('b1');
  await working[2];
  expect(begun).toHaveLength(3);
  for (const name of ['a1', 'a3', 'b2', 'c1', 'a2']) {
    await expect.poll(() => begun).toContain(name);
    end(name);
  }
  await Promise.all(working);
  expect(listed.size).toBe(0);
});

test('waiting work is taken owner by owner, however much one has', async () => {
  const { deliver, listed } = server(1);
  const { begun, run, end } = openWork();
  const first = deliver('a0', run, { ownerId: 'a' });
  await expect.poll(() => begun).toEqual(['a0']);
  for (const name of ['a1', 'a2', 'a3']) await deliver(name, run, { ownerId: 'a' });
  const kept = deliver('b0', run, { ownerId: 'b' });
  await expect.poll(() => begun).toHaveLength(2);
  for (const name of ['b1', 'b2']) await deliver(name, run, { ownerId: 'b' });
  for (let at = 2; at <= 7; at += 1) {
    end(begun.at(at === 2 ? 0 : -1) ?? '');
    if (at < 7) await expect.poll(() => begun).toHaveLength(at + 1);
  }
  end('b0');
  await Promise.all([first, kept]);
  expect(begun.slice(2).map((name) => name[0])).toEqual(['a', 'b', 'a', 'b', 'a']);
  expect(listed.size).toBe(0);
});

test('work of one owner that fails does not hold up that of others', async () => {
  const { deliver, listed } = server(1);
  const { begun, run, end } = openWork();
  const first = deliver('a0', run, { ownerId: 'a' });
  const kept = deliver('b0', run, { ownerId: 'b' });
  await expect.poll(() => begun).toHaveLength(2);
  const failing = async () => {
    throw new Error('a table is down');
  };
  await deliver('bad', failing, { ownerId: 'b' });
  await deliver('c1', run, { ownerId: 'c' });
  expect([...listed.keys()]).toEqual(['bad', 'c1']);
  for (const name of ['a0', 'b0', 'bad', 'c1']) {
    await expect.poll(() => begun).toContain(name);
    end(name);
  }
  await Promise.all([first, kept]);
});
