import { spawn } from 'node:child_process';
import type { Duplex } from 'node:stream';
import { answeredFailureOf, ContainedFailure, failureOf, ProcessLost } from './contained-failure.ts';
import { NotAFrame } from './frames.ts';
import {
  type Barrier,
  installVariables,
  type LaunchOrder,
  orderVariable,
  pipeDescriptor,
  reachOf,
} from './launch-order.ts';
import { createPeer, type Peer, type Services, serviceOf } from './peer.ts';
import { type WorkTime, watchLimits } from './watch-limits.ts';

/** Paths of the bundled programs to start, as modules. */
export interface ContainedProgram {
  launcher: string;
  program: string;
  /** Maximum resident memory, above which it is killed. */
  maxMegabytes: number;
  /** Maximum heap of JavaScript, a part of the resident memory. */
  maxHeapMegabytes: number;
  /** Maximum time to start; a minute by default. */
  maxStartMilliseconds?: number;
  /** Barriers to leave out, as on a system without them. */
  without?: readonly Barrier[];
}

/**
 * A process that reads foreign files in one folder, without credentials, and isolated where the system has barriers.
 */
export interface ContainedProcess {
  folder: string;
  /** The barriers in effect, once it has started. */
  ready: Promise<Barrier[]>;
  /**
   * Works with the process within a time limit.
   *
   * @param services functions that the process may call.
   * @throws ContainedFailure if the process ended over its input, or it returns an error; ProcessLost if it ended by
   * another reason; the first error of a service.
   */
  work<T>(time: WorkTime, services: Services, work: (peer: Peer) => Promise<T>): Promise<T>;
  /** Begins work whose end is not that of a function; `work` has the parameters and errors. */
  begin(time: WorkTime, services: Services): Promise<Working>;
  end(): void;
}

/** Work that has begun. */
export interface Working {
  peer: Peer;
  /** The reason for an error during the work, as `work` throws it. */
  explain(error: unknown): Promise<unknown>;
  /** Ends the work, and returns the milliseconds for which the process has had a processor. The process goes on. */
  close(): number;
}

/** Time to load the launcher, the program and its libraries, on a busy machine; most need a hundredth of it. */
const usualStartMilliseconds = 60_000;
/** A process whose pipe has ended does so itself within this time, unless it hangs. */
const ownEndMilliseconds = 2_000;
/** Reserve above the checked limit, for allocations between two checks. */
const reserveMegabytes = 1_024;
const keptWords = 4_096;
/** Variables without which Windows cannot start a program. */
const windowsVariables = ['SystemRoot', 'TEMP', 'TMP'];

/**
 * Starts a process that works in a folder.
 *
 * @example
 * const { work } = startContained(program, folder);
 * const answer = await work({ processor: 60_000, wall: 600_000 }, {}, (peer) => peer.ask('open', { name }));
 */
export function startContained(program: ContainedProgram, folder: string): ContainedProcess {
  const order: LaunchOrder = {
    program: program.program,
    execArgv: [`--max-old-space-size=${program.maxHeapMegabytes}`],
    reach: reachOf(program.program, folder, process.env),
    parentId: process.pid,
    maxMegabytes: program.maxMegabytes + reserveMegabytes,
    descriptors: pipeDescriptor + 1,
    ...(program.without && { without: program.without }),
  };
  const child = spawn(process.execPath, [...order.execArgv, program.launcher], {
    cwd: folder,
    env: { ...inherited(), TMPDIR: folder, HOME: folder, TZ: 'UTC', [orderVariable]: JSON.stringify(order) },
    stdio: ['ignore', 'ignore', 'pipe', 'overlapped'],
    windowsHide: true,
  });
  const pipe = child.stdio[pipeDescriptor] as Duplex & { ref(): void; unref(): void };
  let killedFor: ContainedFailure | ProcessLost | undefined;
  const kill = (reason: ContainedFailure | ProcessLost) => {
    // One that has ended already has its own reason.
    if (child.exitCode === null && child.signalCode === null) killedFor ??= reason;
    child.kill('SIGKILL');
  };
  let words = '';
  child.stderr?.on('data', (piece) => {
    words = `${words}${piece}`.slice(-keptWords);
  });
  /** Resolves with the reason of its end. */
  const ended = new Promise<ContainedFailure | ProcessLost>((resolve) => {
    child.on('error', (cause) => resolve(new ProcessLost(cause.message, '', { cause })));
    child.on('close', (code, signal) =>
      resolve(killedFor ?? failureOf({ ...program, code, signal, words, hasStarted })),
    );
  });

  let hasStarted = false;
  let hasEnded = false;
  let known: (held: Barrier[]) => void = () => {};
  const ready = new Promise<Barrier[]>((resolve, reject) => {
    known = resolve;
    void ended.then(reject);
  });
  ready.catch(() => {});
  let offered: Services = {};
  let fault: unknown;
  /** Pieces of work that have begun and not ended. */
  let works = 0;
  const answerReady = async (held: Barrier[]) => {
    hasStarted = true;
    known(held);
  };
  const find = (name: string) => {
    if (name === 'ready') return answerReady;
    const service = serviceOf(offered, name);
    if (!service) return undefined;
    return (value: never) =>
      service(value).catch((error) => {
        // Errors of services after the end of the process are explained by the reason of that end.
        if (!hasEnded) fault ??= error;
        throw error;
      });
  };
  const peer = createPeer(pipe, find, (broken) => {
    hasEnded = true;
    if (broken instanceof NotAFrame) return kill(new ContainedFailure('crash', { message: broken.message }));
    // Whatever the pipe reports, the exit code or the signal of the process says why it ended.
    const hanging = setTimeout(
      () => kill(new ProcessLost(`the pipe to a process ended: ${broken?.message ?? 'it was closed'}`)),
      ownEndMilliseconds,
    );
    hanging.unref();
    void ended.then(() => clearTimeout(hanging));
  });
  const reasonOf = async (error: unknown): Promise<unknown> =>
    hasEnded && !fault ? await ended : answeredFailureOf(fault ?? error, folder, program.maxMegabytes);
  const started = async () => {
    const { maxStartMilliseconds = usualStartMilliseconds } = program;
    const late = () =>
      kill(new ProcessLost(`a process that reads files was not there after ${maxStartMilliseconds} ms`));
    const deadline = setTimeout(late, maxStartMilliseconds);
    await ready.finally(() => clearTimeout(deadline));
  };
  const keepUp = (isKept: boolean) => {
    for (const one of [child, pipe, child.stderr as unknown as typeof pipe]) isKept ? one.ref() : one.unref();
  };
  // A waiting process does not keep this one alive.
  keepUp(false);

  const begin = async (time: WorkTime, given: Services): Promise<Working> => {
    offered = given;
    fault = undefined;
    works += 1;
    keepUp(true);
    const rest = () => {
      works -= 1;
      if (works > 0) return;
      offered = {};
      keepUp(false);
    };
    try {
      await started();
    } catch (error) {
      rest();
      throw await reasonOf(error);
    }
    const { maxMegabytes } = program;
    const unwatch = watchLimits(child.pid, { time, maxMegabytes }, kill);
    const close = () => {
      rest();
      return unwatch();
    };
    return { peer, explain: reasonOf, close };
  };

  return {
    folder,
    ready,
    begin,
    async work(time, given, work) {
      const { close } = await begin(time, given);
      try {
        const result = await work(peer);
        if (fault) throw fault;
        return result;
      } catch (error) {
        throw await reasonOf(error);
      } finally {
        close();
      }
    },
    end: () => kill(new ProcessLost('the process was ended')),
  };
}

/** Variables with paths of installations; no credentials and no endpoints. */
function inherited(): Record<string, string> {
  const names = [...installVariables, ...(process.platform === 'win32' ? windowsVariables : [])];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}
