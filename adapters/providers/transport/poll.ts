import type { Outcome } from '../../../domain/transport/outcome.ts';
import { failed } from '../../../domain/transport/outcome.ts';
import { type Polled, type PollingRule, pollAfter, usualPolling } from '../../../domain/transport/polling.ts';

/** An outcome, or work that is not ready: its state is stored, and followed again after so many seconds. */
export type PollOutcome<T> =
  | Exclude<Outcome<T>, { kind: 'accepted' }>
  | { kind: 'waiting'; polled: Polled; afterSeconds: number };

/**
 * Follows work that a provider answers with 202 until it is ready, as long as the worker has time; then its state is handed back for the next one. After the
 * deadline of the rule the work has failed.
 *
 * @param ask sends the request again.
 * @param until when the worker has to stop, in milliseconds since 1970.
 */
export async function poll<T>(
  name: string,
  ask: () => Promise<Outcome<T>>,
  from: Polled | undefined,
  {
    clock,
    wait,
    until,
    rule = usualPolling,
  }: { clock: { now(): number }; wait(milliseconds: number): Promise<void>; until: number; rule?: PollingRule },
): Promise<PollOutcome<T>> {
  let polled = from ?? { since: clock.now(), times: 0 };
  for (;;) {
    const outcome = await ask();
    if (outcome.kind !== 'accepted') return outcome;
    const afterSeconds = pollAfter(polled, clock.now(), outcome.retryAfterSeconds, rule);
    polled = { ...polled, times: polled.times + 1 };
    if (afterSeconds === undefined) {
      const minutes = Math.round(rule.deadlineSeconds / 60);
      return failed('late', `${name} has not made what was asked for within ${minutes} minutes.`, {
        headers: outcome.headers,
      });
    }
    if (clock.now() + afterSeconds * 1_000 > until) return { kind: 'waiting', polled, afterSeconds };
    await wait(afterSeconds * 1_000);
  }
}
