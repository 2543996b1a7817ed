import { queryTimedOut } from '../../../../domain/query/problem.ts';

interface Time {
  milliseconds: number;
  /** Seconds that are left of the limit; all of them by default. */
  left?: number;
  /** Advice on how a query gets more time. */
  advice?: string;
}

/**
 * The result of the work, or a problem as soon as the time is over, even if the work still runs: its signal is aborted then, and it ends when it
 * looks there. A caller that stops the work earlier gets its own reason.
 *
 * @example const rows = await withinTime({ milliseconds: 30_000 }, (signal) => run(query, signal));
 */
export async function withinTime<T>(
  { milliseconds, left = milliseconds, advice }: Time,
  work: (signal: AbortSignal) => Promise<T>,
  stop?: AbortSignal,
): Promise<T> {
  const time = new AbortController();
  const timer = setTimeout(() => time.abort(queryTimedOut(milliseconds, advice)), left);
  const signal = stop ? AbortSignal.any([time.signal, stop]) : time.signal;
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });
  try {
    signal.throwIfAborted();
    return await Promise.race([work(signal), late]);
  } finally {
    clearTimeout(timer);
  }
}
