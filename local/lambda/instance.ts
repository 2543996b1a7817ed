import type { Housing, HousingOptions } from './housing.ts';
import type { ErrorReport, FromInstance, Invocation, StartMessage } from './messages.ts';

/** How an invocation ended inside an instance: with the result's JSON or an error. */
export type Reply = { payload: string } | { error: ErrorReport };

/** One copy of a function's code, which takes one event at a time. */
export interface Instance {
  state(): 'starting' | 'idle' | 'busy' | 'ended';
  /** Call only for an idle instance. Always resolves, even when the code crashes, is stopped or takes too long. */
  invoke(invocation: Invocation): Promise<Reply>;
  setClock(offset: number): void;
  /** Gives back memory. Call only for an idle instance. */
  rest(): void;
  /** Ends the instance at once; its event ends with this error. */
  stop(reason: ErrorReport): void;
}

export interface InstanceOptions {
  start: StartMessage;
  timeoutSeconds: number;
  clockOffset(): number;
  /** The time for which something on this machine has waited for a processor, in milliseconds. */
  pressedMilliseconds(): number;
  house(options: Pick<HousingOptions, 'onMessage' | 'onLost'>): Housing;
  /** Called whenever the instance can take an event: when it has started and after each reply. */
  onIdle(instance: Instance): void;
  /** Called once, also for an instance that never became ready, with its unfinished event. */
  onEnded(instance: Instance, reason: ErrorReport, when: 'starting' | 'idle' | 'busy'): void;
}

/** Lambda gives the code 10 s to load; if it takes longer, it is loaded again in the time of the first event. */
const initSeconds = 10;
/** Where others have the processors, the time limit is at most so many times as long. */
const maxTimes = 3;
/** A limit that is over by less is not extended. */
const leastMilliseconds = 100;

export function startInstance(options: InstanceOptions): Instance {
  let state: ReturnType<Instance['state']> = 'starting';
  let waiting: { requestId: string; reply(reply: Reply): void } | undefined;
  let timer: NodeJS.Timeout | undefined;
  const housing = options.house({ onMessage, onLost: ended });

  /** Time that something on the machine spends waiting for a processor is not the function's. */
  function limit(seconds: number, reason: ErrorReport): void {
    clearTimeout(timer);
    const milliseconds = seconds * 1000;
    const begun = performance.now();
    const pressed = options.pressedMilliseconds();
    const isOver = () => {
      const waited = options.pressedMilliseconds() - pressed;
      const left = milliseconds + Math.min(waited, milliseconds * (maxTimes - 1)) - (performance.now() - begun);
      if (left >= leastMilliseconds) timer = setTimeout(isOver, left);
      else instance.stop(waited > milliseconds / 2 ? { ...reason, isBusy: true } : reason);
    };
    timer = setTimeout(isOver, milliseconds);
  }

  function ended(reason: ErrorReport): void {
    if (state === 'ended') return;
    const when = state;
    state = 'ended';
    clearTimeout(timer);
    options.onEnded(instance, reason, when);
    waiting?.reply({ error: reason });
  }

  function onMessage(message: FromInstance): void {
    if (state === 'ended') return;
    if (message.type === 'unusable') {
      instance.stop(message.error);
    } else if (message.type === 'ready' || message.requestId === waiting?.requestId) {
      clearTimeout(timer);
      state = 'idle';
      const answered = waiting;
      waiting = undefined;
      if (message.type === 'result') answered?.reply({ payload: message.payload });
      if (message.type === 'failure') answered?.reply({ error: message.error });
      options.onIdle(instance);
    }
  }

  const instance: Instance = {
    state: () => state,
    invoke(invocation) {
      state = 'busy';
      const { timeoutSeconds } = options;
      const errorMessage = `Task timed out after ${timeoutSeconds.toFixed(2)} seconds`;
      limit(timeoutSeconds, { errorType: 'Sandbox.Timedout', errorMessage });
      return new Promise((reply) => {
        waiting = { requestId: invocation.requestId, reply };
        const timeoutMilliseconds = timeoutSeconds * 1000;
        housing.post({ type: 'invoke', ...invocation, timeoutMilliseconds, clockOffset: options.clockOffset() });
      });
    },
    setClock: (offset) => housing.post({ type: 'clock', offset }),
    rest: () => housing.post({ type: 'rest' }),
    stop(reason) {
      ended(reason);
      housing.end();
    },
  };

  const errorMessage = `the function's code did not load within ${initSeconds + options.timeoutSeconds} seconds`;
  limit(initSeconds + options.timeoutSeconds, { errorType: 'Sandbox.Timedout', errorMessage });
  housing.post(options.start);
  return instance;
}
