import { fork } from 'node:child_process';
import { engineFails } from '../../../../domain/query/engine-unavailable.ts';
import { residentMegabytes } from '../../../resident-memory.ts';
import type { FromProcess, OrderOfOwner, ToProcess } from './messages.ts';

/** What is DuckDB's is limited by DuckDB; this is for what stands beside it. */
const maxMegabytes = 1_800;
const maxHeapMegabytes = 512;
const betweenLooksMilliseconds = 100;
/** For a query to end that was stopped; the functions on geographies cannot be interrupted. */
const graceMilliseconds = 1_000;

/** Where things are installed, and nothing else: no key and no address of a service. */
const inherited = ['PATH', 'LD_LIBRARY_PATH', 'NODE_PATH', 'SystemRoot', 'TMPDIR', 'TZ'];

/** The program of a process: a bundle, or its source. */
export interface OwnerProgram {
  path: string;
  /** What Node needs to run it. */
  execArgv?: readonly string[];
}

/** A process in which the queries of one owner run, one after the other. */
export interface OwnerProcess<Given extends OrderOfOwner> {
  /** False from the moment on that it ends. */
  readonly isAlive: boolean;
  /** What it answers next. @throws Problem, or OutOfMemory, when the process has ended: the next call starts another. */
  ask(message: Exclude<ToProcess<Given>, { kind: 'stop' }>): Promise<Exclude<FromProcess, { kind: 'ended' }>>;
  /** Ends the query that runs, and the process where there is no other way. */
  stop(): Promise<void>;
  /** @param reason what a query that runs ends with; that its process was lost, unless said. */
  end(reason?: unknown): void;
}

/** Ends a query whose process had more than it may; its words are those of DuckDB for a database that did. */
export class OutOfMemory extends Error {
  override name = 'OutOfMemory';

  constructor() {
    super(`Out of Memory Error: the process of a query may have ${maxMegabytes} MB`);
  }
}

export function startOwnerProcess<Given extends OrderOfOwner>({
  path,
  execArgv = [],
}: OwnerProgram): OwnerProcess<Given> {
  const env = Object.fromEntries(inherited.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
  const child = fork(path, {
    env,
    execArgv: [`--max-old-space-size=${maxHeapMegabytes}`, '--initial-old-space-size=128', ...execArgv],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  // A waiting process does not keep this one alive.
  child.unref();
  child.channel?.unref();
  let isAlive = true;
  let why: unknown;
  /** Gets what comes next, or the reason why nothing does. */
  let listener: { hear(found: FromProcess): void; fail(reason: unknown): void } | undefined;
  const end = (reason: unknown) => {
    isAlive = false;
    why ??= reason;
    child.kill('SIGKILL');
    listener?.fail(why);
    listener = undefined;
  };
  const memory = setInterval(async () => {
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

  /** The first answer that is wanted; the process holds this one up until it has come. */
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
    ask: (message) => answer(message, isNoEnd),
    async stop() {
      const late = setTimeout(() => end(new Error('the query did not stop')), graceMilliseconds);
      // Answers that were on their way when the query was stopped come first, and are dropped.
      await answer({ kind: 'stop' }, isEnd).catch(() => {});
      clearTimeout(late);
    },
    end: (reason = engineFails(new Error('the process was ended'))) => end(reason),
  };
}

type End = Extract<FromProcess, { kind: 'ended' }>;
const isEnd = (found: FromProcess): found is End => found.kind === 'ended';
const isNoEnd = (found: FromProcess): found is Exclude<FromProcess, End> => !isEnd(found);
