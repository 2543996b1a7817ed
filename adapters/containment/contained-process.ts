import { spawn } from 'node:child_process';
import type { Duplex } from 'node:stream';
import { residentMegabytes } from '../process/resident-memory.ts';
import { answeredFailureOf, ContainedFailure, failureOf } from './contained-failure.ts';
import {
  type Barrier,
  installVariables,
  type LaunchOrder,
  orderVariable,
  pipeDescriptor,
  reachOf,
} from './launch-order.ts';
import { createPeer, type Peer, type Services, serviceOf } from './peer.ts';

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
   * @throws ContainedFailure if its input ended the process, or it returns an error; the first error of a service;
   * other errors are worth a retry.
   */
  work<T>(milliseconds: number, services: Services, work: (peer: Peer) => Promise<T>): Promise<T>;
  /** The reason why the process ended, for an error that this end caused; the error itself while the process runs. */
  explain(error: unknown): Promise<unknown>;
  end(): void;
}

/** Time to load the launcher, the program and its libraries, on a busy machine; most need a hundredth of it. */
const usualStartMilliseconds = 60_000;
const betweenLooksMilliseconds = 100;
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
 * const answer = await work(60_000, {}, (peer) => peer.ask('open', { name }));
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
  let killedFor: ContainedFailure | Error | undefined;
  const kill = (reason: ContainedFailure | Error) => {
    killedFor ??= reason;
    child.kill('SIGKILL');
  };
  let words = '';
  child.stderr?.on('data', (piece) => {
    words = `${words}${piece}`.slice(-keptWords);
  });
  /** Resolves with the reason of its end. */
  const ended = new Promise<Error>((resolve) => {
    child.on('error', resolve);
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
    if (broken) kill(new ContainedFailure('crash'));
  });
  const reasonOf = async (error: unknown): Promise<unknown> =>
    hasEnded && !fault ? await ended : answeredFailureOf(fault ?? error, folder, program.maxMegabytes);
  const started = async () => {
    const { maxStartMilliseconds = usualStartMilliseconds } = program;
    const late = () => kill(new Error(`a process that reads files was not there after ${maxStartMilliseconds} ms`));
    const deadline = setTimeout(late, maxStartMilliseconds);
    await ready.finally(() => clearTimeout(deadline));
  };
  const keepUp = (isKept: boolean) => {
    for (const one of [child, pipe, child.stderr as unknown as typeof pipe]) isKept ? one.ref() : one.unref();
  };
  // A waiting process does not keep this one alive.
  keepUp(false);

  return {
    folder,
    ready,
    async work(milliseconds, given, work) {
      offered = given;
      fault = undefined;
      keepUp(true);
      try {
        await started();
        const deadline = setTimeout(() => kill(new ContainedFailure('deadline')), milliseconds);
        const memory = setInterval(async () => {
          const used = child.pid === undefined ? 0 : await residentMegabytes(child.pid);
          if (used > program.maxMegabytes) kill(new ContainedFailure('memory', { megabytes: program.maxMegabytes }));
        }, betweenLooksMilliseconds);
        try {
          const result = await work(peer);
          if (fault) throw fault;
          return result;
        } finally {
          clearTimeout(deadline);
          clearInterval(memory);
        }
      } catch (error) {
        throw await reasonOf(error);
      } finally {
        offered = {};
        keepUp(false);
      }
    },
    explain: reasonOf,
    end: () => kill(new Error('the process was ended')),
  };
}

/** Variables with paths of installations; no credentials and no endpoints. */
function inherited(): Record<string, string> {
  const names = [...installVariables, ...(process.platform === 'win32' ? windowsVariables : [])];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}
