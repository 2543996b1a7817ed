import { describe, expect, test, vi } from 'vitest';
import type { OrderState } from '../../../../domain/satellite/planet/planet.ts';
import type { StartedProcess } from '../../../../domain/satellite/processes/process-store.ts';
import { ProviderProblem } from '../../../../domain/sync/provider-problem.ts';
import { followOrder, maxOrderMilliseconds } from '../../../../functions/jobs/follow-planet/follow-order.ts';
import type { PlanetMessage } from '../../../../functions/jobs/follow-planet/messages.ts';
import type { FollowServices } from '../../../../functions/jobs/follow-planet/services.ts';
import type { Message } from '../../../../functions/queue/sqs-worker.ts';

const asked = { ownerId: 'owner', fieldId: 'field', processId: 'process' };
const begun = {
  process: {
    id: 'process',
    ownerId: 'owner',
    fieldId: 'field',
    sceneId: 'scene',
    provider: 'planet',
    status: 'STARTED',
  },
  ...{ run: 1, renewals: 0, field: { id: 'field', ownerId: 'owner', externalId: 'north', geometry: {} } },
} as unknown as StartedProcess;
const gone: OrderState = { state: 'failed', reason: 'Planet could not clip it.' };
const file = { assetType: 'ortho_visual', name: 'a.tif', href: 'https://api.planet.com/a', expiresAt: '' } as const;

/** A process, an account at Planet, and the state of both. */
function world({
  process = begun,
  state = { state: 'running' } as OrderState,
  fault = undefined as Error | undefined,
} = {}) {
  let [started, claimedUntil, now]: [StartedProcess | undefined, number, number] = [process, 0, 1_000];
  const account: string[] = [];
  const events: unknown[] = [];
  const services = {
    planet: {
      async order(_: string, { name }: { name: string }) {
        if (!account.includes(name)) account.push(name);
        if (fault) throw fault;
        return name;
      },
      state: async () => state,
      cancel: async (_: string, id: string) => void events.push(`cancelled ${id}`),
    },
    keys: { sealed: async () => 'sealed' },
    sealer: { open: async () => 'key' },
    orders: {
      async claim(_: StartedProcess, until: number) {
        if (claimedUntil > now) return false;
        claimedUntil = until;
        return true;
      },
      async unclaim() {
        claimedUntil = 0;
      },
      async place(one: StartedProcess, order: StartedProcess['order']) {
        if (!started || !order) return false;
        started = { ...one, order };
        claimedUntil = 0;
        return true;
      },
      waits: async () => {},
      async deliver() {
        events.push('delivered');
        return true;
      },
    },
    processes: {
      started: async () => started,
      tried: async () => {},
      async fail(_: StartedProcess, reason: string) {
        events.push(reason);
        started = undefined;
        return true;
      },
    },
    searches: {
      passed: async () => {},
      failed: async (_: unknown, step: string) => void events.push(`${step} failed`),
    },
    processQueue: { send: async () => void events.push('to be made') },
    clock: { now: () => now },
  } as unknown as FollowServices;
  const looks: (number | undefined)[] = [];
  const message = (attempt: number): Message<PlanetMessage> => ({
    ...{ delivery: `1#${attempt}`, attempt, lastAttempt: false, passes: 1, remainingMilliseconds: () => 300_000 },
    queue: { send: async (_, delay) => void looks.push(delay) },
  });
  const work = (attempt = 1) => followOrder(asked, message(attempt), services).catch((error: unknown) => error);
  const pass = (milliseconds: number) => {
    now += milliseconds;
  };
  return { work, pass, account, events, looks, services, order: () => started?.order };
}

describe('a scene of Planet', () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});

  test('is ordered once, and its order checked later', async () => {
    const { work, account, looks, order } = world();
    await work();
    await work();
    expect([account, looks]).toEqual([['furrow-process'], [10, 10]]);
    expect(order()).toMatchObject({ id: 'furrow-process', number: 1, run: 1 });
  });

  test('is not ordered again when the worker dies before it has stored the order', async () => {
    const { work, pass, account, services, order } = world();
    const { place } = services.orders;
    services.orders.place = async () => {
      throw new Error('the worker has died');
    };
    expect(await work()).toMatchObject({ message: 'the worker has died' });
    services.orders.place = place;
    expect(await work(2)).toMatchObject({ delaySeconds: 60 });
    pass(10 * 60_000);
    await work(3);
    expect([account, order()?.id]).toEqual([['furrow-process'], 'furrow-process']);
  });

  test('is ordered once when its message is delivered twice at once', async () => {
    const { work, account } = world();
    const ends = await Promise.all([work(), work()]);
    expect(ends.filter((end) => end !== undefined)).toMatchObject([{ delaySeconds: 60 }]);
    expect(account).toEqual(['furrow-process']);
  });

  test('whose field is deleted meanwhile has its order cancelled', async () => {
    const { work, services, events } = world();
    services.orders.place = async () => false;
    await work();
    expect(events).toEqual(['cancelled furrow-process']);
  });

  test('becomes images when it is delivered', async () => {
    const { work, events, looks } = world({ state: { state: 'delivered', files: [file] } });
    await work();
    expect([events, looks]).toEqual([['delivered', 'to be made'], []]);
  });

  test('fails with the reason of its order, and is not ordered again automatically', async () => {
    const { work, account, events } = world({ state: gone });
    await work();
    await work();
    expect([account, events]).toEqual([['furrow-process'], ['Planet could not clip it.']]);
  });

  test.each([
    ['its order failed', { renewals: 0 }],
    ['the files of its order do not exist any more', { renewals: 3 }],
  ])('that is reprocessed is ordered again where %s', async (_, { renewals }) => {
    const order = { id: 'furrow-process', number: 1, run: 1, orderedAt: 0 };
    const process = { ...begun, run: 2, renewals, order };
    const { work, account, looks, order: placed } = world({ process, state: gone });
    await work();
    expect([account, looks, placed()?.run]).toEqual([['furrow-process-2'], [10], 2]);
  });

  test('fails when it is not delivered within a day', async () => {
    const { work, pass, events } = world();
    await work();
    pass(maxOrderMilliseconds);
    await work();
    expect(events).toEqual(['cancelled furrow-process', expect.stringContaining('within a day')]);
  });

  test.each([
    ['refused', 'search failed'],
    ['forbidden', 'order failed'],
  ] as const)('fails when Planet answers %s, which is noted with its field', async (kind, noted) => {
    const { work, events } = world({ fault: new ProviderProblem(kind, 'No.') });
    await work();
    expect(events).toEqual(['No.', noted]);
  });

  test('waits while Planet is down, as long as Planet asks', async () => {
    const down = new ProviderProblem('rateLimited', 'Later.', { retryAfterSeconds: 7 });
    const { work, events } = world({ fault: down });
    expect(await work()).toMatchObject({ delaySeconds: 7 });
    expect(events).toEqual([]);
  });
});
