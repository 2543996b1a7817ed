import { fork } from 'node:child_process';
import { getPriority } from 'node:os';
import { engineFails } from '../../../../domain/query/engine-unavailable.ts';
import { setPriorityOf } from '../../../process/priority.ts';
import { residentMegabytes } from '../../../process/resident-memory.ts';
import type { FromProcess, OrderOfOwner, ToProcess } from './messages.ts';

/** Memory limits of a process for allocations besides DuckDB's, which has a limit of its own. */
const maxMegabytes = 1_800;
const maxHeapMegabytes = 512;
const betweenLooksMilliseconds = 100;
/** Time for a cancelled query to end; functions on geographies cannot be interrupted. */
const graceMilliseconds = 1_000;

/** The priority of a long query: after that of workers. */
const longPriority = 15;

/** Environment variables with paths of installations; no credentials and no endpoints. */
const inherited = ['PATH', 'LD_LIBRARY_PATH', 'NODE_PATH', 'SystemRoot', 'TMPDIR', 'TZ'];

/** The program of a process: a bundle, or its source. */
export interface OwnerProgram {
  path: string;
  /** Options of Node that it needs. */
  execArgv?: readonly string[];
  /** After which a query leaves the processors to others, in milliseconds; never by default. */
  yieldsAfterMilliseconds?: number;
}

/** A process that runs the queries of one owner, one after the other. */
export interface OwnerProcess<Given extends OrderOfOwner> {
  /** False from the moment when it starts to end. */
  readonly isAlive: boolean;
  /**
   * Sends a message and returns the next answer. @throws Problem, or OutOfMemory, if the process has ended; the next
   * call starts another.
   */
  ask(message: Exclude<ToProcess<Given>, { kind: 'stop' }>): Promise<Exclude<FromProcess, { kind: 'ended' }>>;
  /** Cancels the running query, by killing the process if necessary. */
  stop(): Promise<void>;
  /** Its query is over. It gets the processors back that it has left to others; where the system does not allow it, it ends. */
  rest(): void;
  /** @param reason the error of a running query; by default that its process was lost. */
  end(reason?: unknown): void;
}

/** Thrown for a query whose process exceeded its memory; the message is DuckDB's for a database that did. */
export class OutOfMemory extends Error {
  override name = 'OutOfMemory';

  constructor() {
    super(`Out of Memory Error: the process of a query may have ${maxMegabytes} MB`);
  }
}

export function startOwnerProcess<Given extends OrderOfOwner>({
  path,
  execArgv = [],
  yieldsAfterMilliseconds = Number.POSITIVE_INFINITY,
}: OwnerProgram): OwnerProcess<Given> {
  const env = Object.fromEntries(inherited.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
  const child = fork(path, {
    env,
    // A session of its own, by which Linux shares processors.
    detached: true,
    execArgv: [`--max-old-space-size=${maxHeapMegabytes}`, '--initial-old-space-size=128', ...execArgv],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  // A waiting process does not keep this one alive.
  child.unref();
  child.channel?.unref();
  let isAlive = true;
  let why: unknown;
  /** Receives the next answer, or the reason why there is none. */
  let listener: { hear(found: FromProcess): void; fail(reason: unknown): void } | undefined;
  const end = (reason: unknown) => {
    isAlive = false;
    why ??= reason;
    child.kill('SIGKILL');
    listener?.fail(why);
    listener = undefined;
  };
  /** When the running query began. */
  let busySince: number | undefined;
  let yields = false;
  const memory = setInterval(async () => {
    const isLong = busySince !== undefined && performance.now() - busySince > yieldsAfterMilliseconds;
    if (isLong && !yields && child.pid !== undefined) yields = setPriorityOf(child.pid, longPriority);
    const used = listener && child.pid !== undefined ? await residentMegabytes(child.pid) : 0;
    if (used > maxMegabytes) end(new OutOfMemory());
  }, betweenLooksMilliseconds).unref();

  child.on('message', (message) => listener?.hear(message as FromProcess));
  child.on('error', end);
  child.on('exit', (code, signal) => {
    clearInterval(memory);
    // V8 aborts when it has no memory left.
    end(
      signal === 'SIGABRT'
        ? new OutOfMemory()
        : engineFails(new Error(`the process of a query ended (${signal ?? code})`)),
    );
  });

  /** The first matching answer; the process keeps this one alive until it has arrived. */
  const answer = <Found extends FromProcess>(
    message: ToProcess<Given>,
    isWanted: (found: FromProcess) => found is Found,
  ) =>
    new Promise<Found>((resolve, fail) => {
      if (!isAlive) return fail(why);
      child.channel?.ref();
      const done = () => {
        listener = undefined;
        child.channel?.unref();
      };
      listener = {
        hear(found) {
          if (!isWanted(found)) return;
          done();
          resolve(found);
        },
        fail(reason) {
          done();
          fail(reason);
        },
      };
      child.send(message, (error) => error && end(error));
    });

  return {
    get isAlive() {
      return isAlive;
    },
    ask(message) {
      busySince ??= performance.now();
      return answer(message, isNoEnd);
    },
    rest() {
      busySince = undefined;
      if (yields && !(child.pid !== undefined && setPriorityOf(child.pid, getPriority())))
        end(engineFails(new Error('the process was ended')));
      yields = false;
    },
    async stop() {
      const late = setTimeout(() => end(new Error('the query did not stop')), graceMilliseconds);
      // Answers that were under way when the query was cancelled arrive first, and are dropped.
      await answer({ kind: 'stop' }, isEnd).catch(() => {});
      clearTimeout(late);
    },
    end: (reason = engineFails(new Error('the process was ended'))) => end(reason),
  };
}

type End = Extract<FromProcess, { kind: 'ended' }>;
const isEnd = (found: FromProcess): found is End => found.kind === 'ended';
const isNoEnd = (found: FromProcess): found is Exclude<FromProcess, End> => !isEnd(found);
