import { randomUUID } from 'node:crypto';
import { usualAccountConcurrency } from '../../infra/context/worker-slots.ts';
import type { MovableClock } from '../clock.ts';
import type { Credentials } from '../credentials.ts';
import type { FunctionPlan } from '../template/plan-functions.ts';
import { accountConcurrency } from './account-concurrency.ts';
import { clientTime } from './client-time.ts';
import { createFunctionRunner, type FunctionRunner, type RunnerStats, unwanted } from './function-runner.ts';
import { createHousings } from './housings.ts';
import type { Reply } from './instance.ts';
import { openInstanceFolder } from './instance-folder.ts';
import { maxLineage, nextLink } from './lineage.ts';
import type { ErrorReport } from './messages.ts';
import { instanceStarter } from './start-function-instance.ts';

/** How one invocation ended, in the terms of Lambda's Invoke call. */
export interface InvocationOutcome {
  requestId: string;
  /** The handler's result, or `{ errorType, errorMessage, trace }`. */
  payload: unknown;
  /** Set when the handler threw, took too long or crashed, and when Lambda would not have called it. */
  functionError?: 'Unhandled';
}

/** Messages that led to an invocation. */
export interface Cause {
  /** The source of the messages, for the log. */
  from: string;
  /** The trace headers of the messages, as far as they have one. */
  traceHeaders: readonly string[];
}

export interface InvokeOptions {
  cause?: Cause;
  stillWanted?(): boolean;
  client?: string;
}

export interface FunctionStats extends RunnerStats {
  /** Invocations that were stopped because their chain was too long, as the metric of this name in AWS counts them. */
  recursiveInvocationsDropped: number;
}

export interface LambdaPool {
  /**
   * Calls a function and waits for its end. Never rejects because of what the function does.
   *
   * @param options.cause the messages that led to the event, if any.
   * @param options.stillWanted called when an instance is free for the event; an event that is no longer wanted is dropped.
   * @param options.client the client of the event; instances are shared between clients.
   * @throws Error when there is no function of that name.
   */
  invoke(functionName: string, event: unknown, options?: InvokeOptions): Promise<InvocationOutcome>;
  /** Starts an instance of a function ahead of the first event. */
  warmUp(functionName: string): Promise<void>;
  /** Stops an instance as a crash would, preferably a busy one. False when none runs. */
  killInstance(functionName: string): boolean;
  /** Sets the clock of every instance. */
  clockMoved(): void;
  stats(): Record<string, FunctionStats>;
  close(): Promise<void>;
}

export interface LambdaPoolOptions {
  functions: FunctionPlan[];
  clock: Pick<MovableClock, 'offset'>;
  /** Variables in addition to the function's own, such as `AWS_ENDPOINT_URL_S3`. Called at the start of each instance. */
  environment(fn: FunctionPlan): Record<string, string>;
  /** The credentials of the function's role. Called at the start of each instance. */
  credentialsOf(fn: FunctionPlan): Credentials;
  /** Whether nobody waits for a function's answers: requests come before it. If absent, none. */
  isBackground?(fn: FunctionPlan): boolean;
  /** The time for which something on this machine has waited for a processor; by default what the system says. */
  pressedMilliseconds?(): number;
  /** How long an event of a client waits for an instance, in milliseconds; 25 seconds by default. */
  maxWaitMilliseconds?: number;
  /** Called with each line that a function writes, and with the reasons of failed invocations. */
  log(line: string): void;
  /** The functions whose last instance stays when it is idle, since requests wait for them and have called them before; all others end. If absent, none. */
  answering?: ReadonlySet<string>;
  /** How long an instance that has no event is kept. If absent, a minute. */
  idleMilliseconds?: number;
  /** `aws` enforces Lambda's 6 MB for events and results. */
  limits?: 'aws' | 'none';
  /** The folder for temporary files of instances; emptied at the start. If absent, a new temporary folder of the system. */
  dir?: string;
  /** How many invocations of all functions may be under way at once, those included that wait for an instance here; Lambda's usual 1,000 if absent. */
  accountConcurrency?: number;
  /** The packages from which native code is loaded. If absent, those of the project. */
  modulesDir?: string;
}

/** Four instances show every effect of concurrency, and a laptop has no room for Lambda's thousand. */
const usualInstances = 4;

/** Of functions with native modules that queues call: two that read, one for an owner that has nothing else or to look at what arrives. Each is a process, with others below it. */
const nativeInstances = 3;

/** Lambda keeps idle instances for some minutes; a laptop has other uses for their memory. */
const usualIdleMilliseconds = 60_000;

/** https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html: "6 MB each for request and response (synchronous)". */
const payloadLimit = 6 * 1024 * 1024;

const requestTooLarge: ErrorReport = {
  errorType: 'RequestEntityTooLarge',
  errorMessage: `the event is larger than Lambda's ${payloadLimit} bytes`,
};
const responseTooLarge: ErrorReport = {
  errorType: 'Function.ResponseSizeTooLarge',
  errorMessage: `the result is larger than Lambda's ${payloadLimit} bytes`,
};
const tooLong = (from: string, count: number): ErrorReport => ({
  errorType: 'RecursiveInvocationException',
  errorMessage: `an event of ${from} is the ${count}th in a chain of requests that come to this function: it is not called, because it does not allow more than ${maxLineage}`,
});
const atOnce = (limit: number): ErrorReport => ({
  errorType: 'TooManyRequestsException',
  errorMessage: `the account runs ${limit} functions at once already`,
});
const throttled: ErrorReport = { errorType: 'TooManyRequestsException', errorMessage: 'the reserved concurrency is 0' };

/** Creates the part of the embedded cloud that runs functions. Functions are loaded at their first event. */
export async function createLambdaPool(options: LambdaPoolOptions): Promise<LambdaPool> {
  const folder = await openInstanceFolder(options.dir);
  const { isBackground = () => false, modulesDir, log } = options;
  const housings = createHousings({ threadHost: folder.programs.threadHost, modulesDir, isBackground, log });
  const starter = instanceStarter(options, folder, housings);
  const runners = new Map<string, FunctionRunner>();
  const time = clientTime(() => performance.now());
  const mayRecur = new Set(options.functions.filter(({ recursion }) => recursion === 'Allow').map(({ name }) => name));
  const dropped = new Map<string, number>();
  const limit = options.accountConcurrency ?? usualAccountConcurrency;
  const account = accountConcurrency(limit);
  try {
    for (const fn of options.functions) runners.set(fn.name, runnerFor(fn));
  } catch (error) {
    await close();
    throw error;
  }

  function runnerFor(fn: FunctionPlan): FunctionRunner {
    const most = fn.hasLayers && isBackground(fn) ? nativeInstances : usualInstances;
    return createFunctionRunner({
      maxInstances: Math.min(most, fn.reservedConcurrency ?? most),
      idleMilliseconds: options.idleMilliseconds ?? usualIdleMilliseconds,
      keepsLast: options.answering?.has(fn.name) ?? false,
      start: starter(fn),
      time,
      maxWaitMilliseconds: options.maxWaitMilliseconds,
      onUnheard: (reason) => logError(fn.name, 'outside of an invocation', reason),
    });
  }

  function runnerOf(functionName: string): FunctionRunner {
    const runner = runners.get(functionName);
    if (runner) return runner;
    throw new Error(`there is no function ${functionName}; there are ${[...runners.keys()].join(', ') || 'none'}`);
  }

  function logError(functionName: string, requestId: string, { errorType, errorMessage, trace }: ErrorReport): void {
    options.log(`[${functionName}] ERROR ${requestId} ${errorType}: ${errorMessage}`);
    for (const line of trace ?? []) options.log(`[${functionName}]   ${line}`);
  }

  async function close(): Promise<void> {
    for (const runner of runners.values()) runner.close();
    housings.close();
    await folder.close();
  }

  function tooLarge(json: string): boolean {
    return options.limits === 'aws' && Buffer.byteLength(json) > payloadLimit;
  }

  function outcome(functionName: string, requestId: string, reply: Reply): InvocationOutcome {
    if ('payload' in reply && !tooLarge(reply.payload)) return { requestId, payload: JSON.parse(reply.payload) };
    const error = 'error' in reply ? reply.error : responseTooLarge;
    if (error !== unwanted) logError(functionName, requestId, error);
    return { requestId, payload: error, functionError: 'Unhandled' };
  }

  return {
    async invoke(functionName, event, { cause, client, stillWanted = () => true } = {}) {
      const runner = runnerOf(functionName);
      const requestId = randomUUID();
      const json = JSON.stringify(event) ?? 'null';
      if (tooLarge(json)) return outcome(functionName, requestId, { error: requestTooLarge });
      if (runner.maxInstances === 0) return outcome(functionName, requestId, { error: throttled });
      const { traceHeader, count } = nextLink(functionName, cause?.traceHeaders ?? []);
      if (cause && count > maxLineage && !mayRecur.has(functionName)) {
        dropped.set(functionName, (dropped.get(functionName) ?? 0) + 1);
        return outcome(functionName, requestId, { error: tooLong(cause.from, count) });
      }
      const invocation = { requestId, event: json, traceHeader };
      const reply = account.run(() => runner.run(invocation, stillWanted, client));
      return outcome(functionName, requestId, (await reply) ?? { error: atOnce(limit) });
    },
    warmUp: (functionName) => runnerOf(functionName).warmUp(),
    killInstance: (functionName) => runnerOf(functionName).kill(),
    clockMoved() {
      for (const runner of runners.values()) runner.setClock(options.clock.offset());
    },
    stats() {
      const statsOf = (name: string, runner: FunctionRunner): FunctionStats => ({
        ...runner.stats(),
        recursiveInvocationsDropped: dropped.get(name) ?? 0,
      });
      return Object.fromEntries([...runners].map(([name, runner]) => [name, statsOf(name, runner)]));
    },
    close,
  };
}
