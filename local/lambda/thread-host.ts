import { fork } from 'node:child_process';
import { setPriorityOf } from '../../adapters/process/priority.ts';
import type { Housing, HousingOptions } from './housing.ts';
import { inBatches } from './in-batches.ts';
import { forwardLines } from './line-forwarder.ts';
import { watchMemory } from './memory-watch.ts';
import type { ErrorReport, FromThreadHost, ToThreadHost } from './messages.ts';

/** A process whose worker threads run functions without native modules, which start fast and need little memory. */
export interface ThreadHost {
  house(options: HousingOptions): Housing;
  close(): void;
}

/** Memory of Node.js itself and the harness, besides the functions' heaps. */
const ownMegabytes = 256;

/**
 * Starts the process with the first instance, and ends it after the last. Should it end before (a function that outgrows its heap limit in one step takes the process with it),
 * all of its instances are lost, and the next one gets a new process.
 *
 * @param log called with the output of the process itself, such as V8's last message.
 */
export function createThreadHost(program: string, log: (line: string) => void, priority: number): ThreadHost {
  let number = 0;
  let host: ReturnType<typeof startHost> | undefined;
  return {
    house(options) {
      if (!host || host.ended()) host = startHost(program, log, priority);
      number += 1;
      return host.house(number, options);
    },
    close: () => host?.end(),
  };
}

function startHost(program: string, log: (line: string) => void, priority: number) {
  const instances = new Map<number, HousingOptions>();
  const child = fork(program, {
    // Without a limit, the C library keeps an arena of memory for each of the many threads.
    env: { TZ: 'UTC', MALLOC_ARENA_MAX: '2' },
    // Nothing of how the embedded cloud itself was started, such as a loader for TypeScript. Every thread has a heap of its own, and
    // a collection that is spread over more threads costs an eighth of a request's work: they are all busy with requests.
    execArgv: ['--single-threaded-gc'],
    detached: true,
    serialization: 'advanced',
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  if (priority > 0 && child.pid !== undefined) setPriorityOf(child.pid, priority);
  let ended = false;
  let reason: ErrorReport | undefined;
  const memory = watchMemory(child, {
    limitMegabytes: () => [...instances.values()].reduce((sum, { memoryMegabytes: mb }) => sum + mb, ownMegabytes),
    onExceeded(used, limit) {
      reason = { errorType: 'Runtime.OutOfMemory', errorMessage: `the functions together used ${used} of ${limit} MB` };
    },
  });

  const send = inBatches((batch: ToThreadHost[]) => {
    if (child.connected) child.send(batch, () => {});
  });

  function receive(message: FromThreadHost): void {
    const options = instances.get(message.instance);
    if ('message' in message) options?.onMessage(message.message);
    else if ('line' in message) options?.onLine(message.line);
    else if (instances.delete(message.instance)) {
      options?.onLost(message.lost);
      if (instances.size === 0) rest();
    }
  }

  function rest(): void {
    ended = true;
    child.kill('SIGKILL');
  }

  function end(found: ErrorReport): void {
    ended = true;
    memory.stop();
    for (const { onLost } of instances.values()) onLost(reason ?? found);
    instances.clear();
  }

  for (const stream of [child.stdout, child.stderr]) {
    const lines = forwardLines((line) => log(`[functions] ${line}`));
    stream?.on('data', lines.write).on('end', lines.end);
  }
  child.on('message', (batch: FromThreadHost[]) => {
    for (const message of batch) receive(message);
  });
  child.on('error', (error) => end({ errorType: error.name, errorMessage: error.message }));
  child.on('exit', (code, signal) => end(lastWords(code, signal)));

  return {
    ended: () => ended,
    house(instance: number, options: HousingOptions): Housing {
      const { harness, environment, memoryMegabytes } = options;
      instances.set(instance, options);
      send({ instance, open: { harness, environment, memoryMegabytes } });
      return { post: (post) => send({ instance, post }), end: () => send({ instance, end: true }) };
    },
    end: () => void child.kill('SIGKILL'),
  };
}

function lastWords(code: number | null, signal: NodeJS.Signals | null): ErrorReport {
  const how = signal ? `by the signal ${signal}` : `with exit code ${code}`;
  const errorMessage = `the process of the functions ended ${how}`;
  if (signal !== 'SIGABRT') return { errorType: 'Runtime.ExitError', errorMessage };
  const guess = 'one of them asked for more memory at once than its limit left';
  return { errorType: 'Runtime.OutOfMemory', errorMessage: `${errorMessage}: ${guess}` };
}
