import type { ClientTime } from './client-time.ts';
import type { Instance, Reply } from './instance.ts';
import type { ErrorReport, Invocation } from './messages.ts';
import { type WaitingEvent, waitingEvents } from './waiting-events.ts';

/** Runs one function: starts instances as needed, and lets events wait while all of them are busy. */
export interface FunctionRunner {
  maxInstances: number;
  /**
   * Always resolves. An event that is no longer wanted when an instance is free is dropped without a trace.
   *
   * @param client the client of the event: no client gets all instances, and clients with fewer running events come first. One that has waited for too long ends with an
   * error.
   */
  run(invocation: Invocation, stillWanted: () => boolean, client?: string): Promise<Reply>;
  /** Starts an instance if there is none. Resolves when it can take an event, or has failed to start. */
  warmUp(): Promise<void>;
  /** Stops an instance as if it had crashed, preferably a busy one. False when there is none. */
  kill(): boolean;
  setClock(offset: number): void;
  stats(): RunnerStats;
  /** Stops everything. Running and waiting events end with an error. */
  close(): void;
}

export interface RunnerStats {
  instances: number;
  busy: number;
  waiting: number;
  invocations: number;
  errors: number;
  /** The number of instances started so far. */
  starts: number;
}

export interface RunnerOptions {
  maxInstances: number;
  /** What clients have had of all functions. */
  time: ClientTime;
  /** How long an event of a client waits for an instance, in milliseconds. */
  maxWaitMilliseconds?: number | undefined;
  /** How long an instance that has no event is kept. */
  idleMilliseconds: number;
  /** Whether the last instance stays once the function was called, so that no later request waits for a start. */
  keepsLast: boolean;
  start(events: { onIdle(instance: Instance): void; onEnded: EndedListener }): Instance;
  /** Called when an instance ends that runs no invocation. */
  onUnheard(reason: ErrorReport): void;
}

type EndedListener = (instance: Instance, reason: ErrorReport, when: 'starting' | 'idle' | 'busy') => void;

interface Waiting extends WaitingEvent {
  invocation: Invocation;
  stillWanted(): boolean;
  reply(reply: Reply): void;
}

const closed: ErrorReport = { errorType: 'Runtime.Closed', errorMessage: 'the embedded cloud is shutting down' };
/** Tells the pool that there is nothing to report. */
export const unwanted: ErrorReport = { errorType: 'AbortError', errorMessage: 'its caller does not wait any more' };
/** An event of a client has waited for too long for an instance. */
const waitedInVain: ErrorReport = {
  errorType: 'Sandbox.Busy',
  errorMessage: 'no instance was free for the event',
  isBusy: true,
};
/** Somebody waits for the answer: to ask again is better than to wait in silence. */
const usualWaitMilliseconds = 25_000;
/** An instance that was started ahead waits for so many times as long for the first call of its function. */
const timesForFirstCall = 5;
const superfluous: ErrorReport = { errorType: 'Runtime.Idle', errorMessage: 'the instance was idle' };
const killed: ErrorReport = { errorType: 'Runtime.ExitError', errorMessage: 'the instance was killed' };

export function createFunctionRunner(options: RunnerOptions): FunctionRunner {
  const instances = new Set<Instance>();
  /** The most recently used instance is taken first, as in Lambda, so that superfluous ones become idle. */
  const idle: Instance[] = [];
  const queue = waitingEvents<Waiting>(options.maxInstances, { time: options.time, now: () => performance.now() });
  const resting = new Map<Instance, NodeJS.Timeout>();
  const warming: (() => void)[] = [];
  const counts = { invocations: 0, errors: 0, starts: 0 };
  let open = true;

  function work(): void {
    while (idle.length > 0) {
      const next = queue.next();
      if (!next) break;
      if (next.stillWanted()) void answer(next, takeIdle());
      else {
        queue.ended(next);
        next.reply({ error: unwanted });
      }
    }
    const starting = [...instances].filter((instance) => instance.state() === 'starting').length;
    if (queue.ready() > starting && instances.size < options.maxInstances) startOne();
  }

  function addIdle(instance: Instance): void {
    idle.push(instance);
    const isCalled = counts.invocations > 0;
    const rest = () => {
      if (options.keepsLast && isCalled && instances.size === 1) instance.rest();
      else instance.stop(superfluous);
    };
    const after = isCalled ? options.idleMilliseconds : timesForFirstCall * options.idleMilliseconds;
    resting.set(instance, setTimeout(rest, after).unref());
  }

  function takeIdle(): Instance | undefined {
    const instance = idle.pop();
    if (instance) noRest(instance);
    return instance;
  }

  function noRest(instance: Instance): void {
    clearTimeout(resting.get(instance));
    resting.delete(instance);
  }

  async function answer(waiting: Waiting, instance: Instance | undefined): Promise<void> {
    const reply = await instance?.invoke(waiting.invocation);
    queue.ended(waiting);
    waiting.reply(reply ?? { error: closed });
    // An instance that became idle earlier may have found only events of clients with too many running events.
    if (open) work();
  }

  function startOne(): void {
    counts.starts += 1;
    instances.add(
      options.start({
        onIdle(instance) {
          addIdle(instance);
          for (const warm of warming.splice(0)) warm();
          work();
        },
        onEnded(instance, reason, when) {
          instances.delete(instance);
          noRest(instance);
          const index = idle.indexOf(instance);
          if (index >= 0) idle.splice(index, 1);
          for (const warm of warming.splice(0)) warm();
          // An instance that fails to start fails one event, so that every caller of a function that never starts gets a response.
          const victim = when === 'starting' ? queue.shift() : undefined;
          victim?.reply({ error: reason });
          if (when !== 'busy' && !victim && open && reason !== superfluous) options.onUnheard(reason);
          if (open) work();
        },
      }),
    );
  }

  const { maxWaitMilliseconds = usualWaitMilliseconds } = options;

  return {
    maxInstances: options.maxInstances,
    run(invocation, stillWanted, client) {
      counts.invocations += 1;
      if (!open) return Promise.resolve({ error: closed });
      return new Promise<Reply>((resolve) => {
        let late: NodeJS.Timeout | undefined;
        const reply = (given: Reply): void => {
          clearTimeout(late);
          if ('error' in given) counts.errors += 1;
          resolve(given);
        };
        const waiting: Waiting = { invocation, stillWanted, reply, client };
        queue.push(waiting);
        work();
        if (client === undefined) return;
        late = setTimeout(() => {
          if (queue.remove(waiting)) reply({ error: waitedInVain });
        }, maxWaitMilliseconds);
      });
    },
    async warmUp() {
      if (instances.size > 0 || !open || options.maxInstances === 0) return;
      const warm = new Promise<void>((resolve) => warming.push(resolve));
      startOne();
      await warm;
    },
    kill() {
      const all = [...instances];
      const victim = all.find((instance) => instance.state() === 'busy') ?? all[0];
      victim?.stop(killed);
      return victim !== undefined;
    },
    setClock(offset) {
      for (const instance of instances) instance.setClock(offset);
    },
    stats: () => ({
      instances: instances.size,
      busy: [...instances].filter((instance) => instance.state() === 'busy').length,
      waiting: queue.size,
      ...counts,
    }),
    close() {
      open = false;
      for (let waiting = queue.shift(); waiting; waiting = queue.shift()) waiting.reply({ error: closed });
      for (const instance of [...instances]) instance.stop(closed);
    },
  };
}
