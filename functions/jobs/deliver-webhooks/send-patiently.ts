import { setTimeout } from 'node:timers/promises';

/** A listener that takes longer than this is a slow one: only so many workers wait on for it. */
export const patienceMilliseconds = 1_000;

export interface PatientSending<Result> {
  send(signal: AbortSignal): Promise<Result>;
  /** The right to wait for a slow listener. */
  takeSlot(): Promise<(() => Promise<void>) | undefined>;
  /** Told of a listener that turns out to be slow. */
  onSlow(): Promise<void>;
}

/**
 * Sends, and waits for the answer only as long as others do not have to wait for this worker: where a listener is slow and as many workers wait
 * for it as may, the attempt is given up. Undefined then; the listener may have got it, and gets it again.
 */
export async function sendPatiently<Result>({
  send,
  takeSlot,
  onSlow,
}: PatientSending<Result>): Promise<{ result: Result; swiftly: boolean } | undefined> {
  const givenUp = new AbortController();
  const answer = send(givenUp.signal);
  const early = await within(answer, patienceMilliseconds);
  if (early) return { result: early, swiftly: true };
  await onSlow();
  const leave = await takeSlot();
  if (leave) return { result: await answer.finally(leave), swiftly: false };
  givenUp.abort();
  await answer;
  return undefined;
}

/** The result of work that ends within the time limit; undefined otherwise. */
async function within<T>(work: Promise<T>, milliseconds: number): Promise<T | undefined> {
  const inTime = new AbortController();
  const late = setTimeout(milliseconds, undefined, { signal: inTime.signal }).catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    inTime.abort();
  }
}
