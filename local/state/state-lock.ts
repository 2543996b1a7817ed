import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { createConnection, createServer, type Server } from 'node:net';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/*
 * Why sockets: the system closes a listening socket with its process, however that dies, so a lock is never
 * left behind. A file with a process id can be, and the id may belong to another program by then. Unix domain sockets
 * are there on Linux and macOS and need nothing but Node.
 *
 * Why several: taking over one dead socket of a known name cannot be done in one step, and two starters would both do
 * it. So every process first listens under a unique name and then checks the others: of two that start at the
 * same time, at least one sees the other. The one with the lower name continues; the other one withdraws and tries again. A
 * socket is renamed into place once it can be called, so one that refuses connections is dead and may be removed.
 */

/** The process that holds the state, with what it has reported about itself. */
export interface Holder {
  pid: number;
  /** ISO 8601. */
  since?: string;
  /** The URL of the holder, once it is known. */
  address?: string;
}

/** Another process uses the state. The message names that process, its start, and what to do. */
export class StateLockedError extends Error {
  readonly holder: Holder;

  constructor(dir: string, holder: Holder) {
    const known = [`process ${holder.pid}`, holder.address, holder.since && `since ${holder.since}`].filter(Boolean);
    super(`${dir} is in use by another Furrow (${known.join(', ')}): stop that one, or choose another DATA_DIR`);
    this.name = 'StateLockedError';
    this.holder = holder;
  }
}

export interface StateLock {
  /** The URL of this process, for the error message of processes that are refused. */
  announce(address: string): void;
  release(): void;
}

type Answer = Holder & { holding: boolean };

/** Maximum length of a socket's path on macOS; on Linux it is 107. */
const maximumPathBytes = 103;
/** How long to wait for a response of the holder. A dead process refuses at once; only a stopped or busy one takes time. */
const answerMilliseconds = 5_000;
const patienceMilliseconds = 10_000;

/**
 * Locks a data directory, which is created if it is missing. The lock ends with `release` or with the process.
 *
 * @throws StateLockedError when another process has it.
 */
export async function lockState(dir: string): Promise<StateLock> {
  const folder = join(dir, 'lock');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const patienceEnds = performance.now() + patienceMilliseconds;
  for (;;) {
    const candidate = await stand(folder);
    try {
      const rival = await strongestRival(folder, candidate, patienceEnds);
      if (!rival) return candidate;
      if (rival.holding || performance.now() > patienceEnds) throw new StateLockedError(dir, rival);
    } catch (error) {
      candidate.release();
      throw error;
    }
    candidate.release();
    await sleep(50);
  }
}

interface Candidate extends StateLock {
  name: string;
  hold(): void;
}

/** Listens on a socket with a unique name. */
async function stand(folder: string): Promise<Candidate> {
  const name = `${process.pid}-${randomUUID().slice(0, 8)}`;
  const answer: Answer = { pid: process.pid, since: new Date().toISOString(), holding: false };
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.unref();
    socket.end(JSON.stringify(answer));
  });
  const hidden = join(folder, `.${name}`);
  const shown = join(folder, name);
  await listenAt(server, hidden);
  server.unref();
  renameSync(hidden, shown);
  return {
    name,
    hold() {
      answer.holding = true;
    },
    announce(address) {
      answer.address = address;
    },
    release() {
      rmSync(shown, { force: true });
      server.close();
    },
  };
}

/**
 * Waits until no rival is left, then holds the lock and returns undefined; otherwise returns the rival that takes precedence: the process that
 * has the lock, or one that tries for it under a lower name.
 */
async function strongestRival(folder: string, candidate: Candidate, patienceEnds: number): Promise<Answer | undefined> {
  for (;;) {
    const rivals = await livingRivals(folder, candidate.name);
    const stronger = rivals.find(({ answer }) => answer.holding) ?? rivals.find(({ name }) => name < candidate.name);
    if (stronger) return stronger.answer;
    if (rivals.length === 0) {
      candidate.hold();
      return undefined;
    }
    if (performance.now() > patienceEnds) return rivals[0]?.answer;
    await sleep(20);
  }
}

async function livingRivals(folder: string, ownName: string): Promise<{ name: string; answer: Answer }[]> {
  const names = readdirSync(folder).filter((name) => name !== ownName && /^\d+-\w+$/.test(name));
  const asked = await Promise.all(names.map(async (name) => ({ name, answer: await ask(folder, name) })));
  return asked.flatMap(({ name, answer }) => (answer ? [{ name, answer }] : []));
}

/** The holder of the lock; undefined if there is none any more. A process that is alive but does not respond counts as the holder. */
function ask(folder: string, name: string): Promise<Answer | undefined> {
  return new Promise((resolve) => {
    const silent: Answer = { pid: Number.parseInt(name, 10), holding: true };
    const socket = createConnection(shortest(join(folder, name)));
    let text = '';
    socket.setTimeout(answerMilliseconds, () => {
      socket.destroy();
      resolve(silent);
    });
    socket.on('data', (data) => {
      text += data;
    });
    socket.on('end', () => resolve(readAnswer(text)));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') rmSync(join(folder, name), { force: true });
      const dead = ['ECONNREFUSED', 'ENOENT', 'ECONNRESET', 'EPIPE'].includes(error.code ?? '');
      resolve(dead ? undefined : silent);
    });
  });
}

/** An incomplete response comes from a process that has just died. */
function readAnswer(text: string): Answer | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function listenAt(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const short = shortest(path);
    if (Buffer.byteLength(short) > maximumPathBytes) {
      throw new Error(
        `${path} is too long for a socket (${maximumPathBytes} bytes): choose a DATA_DIR with a shorter path`,
      );
    }
    server.once('error', (error) => {
      reject(new Error(`${path} cannot be used as a lock: choose a DATA_DIR on a local disk`, { cause: error }));
    });
    server.listen(short, resolve);
  });
}

/** The relative or the absolute path, whichever is shorter. */
function shortest(path: string): string {
  const fromHere = relative('', path);
  return Buffer.byteLength(fromHere) < Buffer.byteLength(path) ? fromHere : path;
}
