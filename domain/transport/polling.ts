/** How work is followed that a provider answered with 202. */
export interface PollingRule {
  /** The first wait; each later one is twice as long. */
  firstSeconds: number;
  maxSeconds: number;
  /** After so long the work counts as failed. */
  deadlineSeconds: number;
}

/** What John Deere documents for shapefiles: at first after 5 s, doubled, and for at most 30 minutes. */
export const usualPolling: PollingRule = { firstSeconds: 5, maxSeconds: 320, deadlineSeconds: 30 * 60 };

/** Work that is followed, stored between requests. */
export interface Polled {
  /** When it was first asked for, in milliseconds since 1970. */
  since: number;
  /** Answers that said that it is not ready. */
  times: number;
}

/**
 * How many seconds to wait after an answer that says "not ready": what the provider asks for, if that is longer than the rule. Undefined when the next question would come after
 * the deadline.
 */
export function pollAfter(
  { since, times }: Polled,
  now: number,
  askedSeconds = 0,
  { firstSeconds, maxSeconds, deadlineSeconds }: PollingRule = usualPolling,
): number | undefined {
  const usual = Math.min(firstSeconds * 2 ** Math.min(times, 30), maxSeconds);
  const wait = Math.max(usual, askedSeconds);
  return now + wait * 1_000 <= since + deadlineSeconds * 1_000 ? wait : undefined;
}
