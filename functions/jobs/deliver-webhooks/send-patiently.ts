import { setTimeout } from 'node:timers/promises';
import type { Outcome } from '../../../domain/alerts/delivery.ts';
import type { Clock } from '../../../domain/clock.ts';

/** A listener that takes longer than this is a slow one: only so many workers wait on for it. */
const patienceMilliseconds = 1_000;

export interface PatientSending {
  /** The listener has been slow: each worker that sends to it needs a slot for that. */
  isSlow: boolean;
  send(signal: AbortSignal): Promise<Outcome>;
  /** The right to wait for a slow listener. */
  takeSlot(): Promise<(() => Promise<void>) | undefined>;
  /** Told of a listener that turns out to be slow. */
  onSlow(): Promise<void>;
  clock: Clock;
}

/**
 * Sends, and waits for the answer only as long as others do not have to wait for this worker: where a listener is slow and as many workers wait
 * for it as may, the attempt is given up. Undefined then; the listener may have got it, and gets it again.
 */
export async function sendPatiently(
  sending: PatientSending,
): Promise<{ outcome: Outcome; swiftly: boolean } | undefined> {
  const { isSlow, send, takeSlot, onSlow, clock } = sending;
  const begun = clock.now();
  const isSwift = () => clock.now() - begun <= patienceMilliseconds;
  let leave = isSlow ? await takeSlot() : undefined;
  if (isSlow && !leave) return undefined;
  const givenUp = new AbortController();
  try {
    const answer = send(givenUp.signal);
    const early = leave ? await answer : await within(answer, patienceMilliseconds);
    if (early) return { outcome: early, swiftly: isSwift() };
    await onSlow();
    leave = await takeSlot();
    if (leave) return { outcome: await answer, swiftly: false };
    givenUp.abort();
    await answer;
    return undefined;
  } finally {
    await leave?.();
  }
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
