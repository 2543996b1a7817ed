import { queryTimedOut } from '../../domain/query/timed-out.ts';

/**
 * What the work gives, or a problem as soon as the time is over, whatever the work is busy with: its signal is aborted then, and it ends when it
 * looks there.
 */
export async function withinTime<T>(milliseconds: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const { signal } = controller;
  const timer = setTimeout(() => controller.abort(queryTimedOut(milliseconds)), milliseconds);
  const late = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  try {
    return await Promise.race([work(signal), late]);
  } finally {
    clearTimeout(timer);
  }
}
