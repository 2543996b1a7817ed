import { stat } from 'node:fs/promises';
import type { FromProcess, OrderOfOwner, ToProcess } from './messages.ts';
import { OutOfMemory } from './owner-process.ts';
import type { OwnerProcesses } from './owner-processes.ts';

type Asked<Given extends OrderOfOwner> = Exclude<ToProcess<Given>, { kind: 'stop' }>;
type Answered<Kind extends FromProcess['kind']> = Extract<FromProcess, { kind: Kind }>;

/** A process of an owner that works for one order, and for nothing else until it is released. */
export interface TakenProcess<Given extends OrderOfOwner> {
  ask<Kind extends 'rows' | 'exported'>(message: Asked<Given>): Promise<Answered<Kind>>;
  /** Ends what runs for the order. It need not be waited for: the process is free for others when it has ended. */
  release(): Promise<void>;
}

export interface TakeOptions {
  signal: AbortSignal;
  /** What is thrown for an order that fails, by what the process says of it. */
  problemOf(message: string): unknown;
  /** Whether what the process says means that it is of no use for further orders. */
  endsProcess?(message: string): boolean;
  /** A file that the order writes, which is looked at while it grows. */
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
 * What is waited for, until the signal is aborted, with its reason. No race with one promise for all of them: that would hold every answer
 * until the query ends.
 */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort);
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
