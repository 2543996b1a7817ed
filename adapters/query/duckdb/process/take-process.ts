import { stat } from 'node:fs/promises';
import type { FromProcess, OrderOfOwner, ToProcess } from './messages.ts';
import { OutOfMemory } from './owner-process.ts';
import type { OwnerProcesses } from './owner-processes.ts';

type Asked<Given extends OrderOfOwner> = Exclude<ToProcess<Given>, { kind: 'stop' }>;
type Answered<Kind extends FromProcess['kind']> = Extract<FromProcess, { kind: Kind }>;

/** A process of an owner that is reserved for one order until it is released. */
export interface TakenProcess<Given extends OrderOfOwner> {
  ask<Kind extends 'rows' | 'exported'>(message: Asked<Given>): Promise<Answered<Kind>>;
  /** Cancels the order. Need not be awaited: the process becomes free when the order has ended. */
  release(): Promise<void>;
}

export interface TakeOptions {
  signal: AbortSignal;
  /** The error of a failed order, by the message of the process. */
  problemOf(message: string): unknown;
  /** Whether a message means that the process is unusable for further orders. */
  endsProcess?(message: string): boolean;
  /** A file that the order writes, whose size is checked while it grows. */
  writes?: { path: string; maxBytes: number; tooLarge(): unknown };
}

const betweenLooksMilliseconds = 250;

/** Waits for a process of the owner. @throws the signal's reason */
export async function takeProcess<Given extends OrderOfOwner>(
  processes: OwnerProcesses<Given>,
  ownerId: string,
  { signal, problemOf, endsProcess = () => false, writes }: TakeOptions,
): Promise<TakenProcess<Given>> {
  const process = await processes.take(ownerId);
  if (signal.aborted) processes.release(process);
  signal.throwIfAborted();
  let isOver = false;
  const disk = writes && setInterval(() => void look(writes), betweenLooksMilliseconds).unref();
  const look = async ({ path, maxBytes, tooLarge }: NonNullable<TakeOptions['writes']>) => {
    const bytes = await stat(path).then(
      ({ size }) => size,
      () => 0,
    );
    if (bytes > maxBytes && !isOver) process.end(tooLarge());
  };
  return {
    async ask<Kind extends 'rows' | 'exported'>(message: Asked<Given>) {
      signal.throwIfAborted();
      const found = await untilAborted(process.ask(message), signal).catch((error: unknown) => {
        throw error instanceof OutOfMemory ? problemOf(error.message) : error;
      });
      if (found.kind !== 'rows' || found.last) isOver = true;
      if (found.kind === 'failed') {
        if (endsProcess(found.message)) process.end();
        throw problemOf(found.message);
      }
      return found as Answered<Kind>;
    },
    async release() {
      clearInterval(disk);
      if (!isOver) await process.stop();
      processes.release(process);
    },
  };
}

/**
 * Rejects with the signal's reason when it is aborted. Not a race with one promise for all calls: that would retain
 * every answer until the query ends.
 */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort);
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
