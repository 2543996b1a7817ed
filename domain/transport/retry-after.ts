/** Providers have been seen to ask for years; whoever waits longer than a day might as well be told. */
export const maxRetryAfterSeconds = 24 * 60 * 60;

/** Nine digits are thirty years; a longer number is as good as the maximum. */
const seconds = /^\d{1,9}$/;
const digits = /^\d+$/;

/** The three forms of a date in HTTP (RFC 9110, 5.6.7) begin with the name of a day: `Date.parse` alone would take `1.5` for a day of 2001. */
const httpDate = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /;

/**
 * The wait in seconds that a `Retry-After` header asks for, in seconds or as a date (RFC 9110, 10.2.3), rounded up and at most a day.
 * Undefined for no header and for one that is neither; a time in the past is 0.
 *
 * @param now milliseconds since 1970. Where the answer has a `Date`, a date is relative to that, because clocks of providers differ from ours.
 * @example retryAfterSeconds('120', now) // 120
 */
export function retryAfterSeconds(header: string | undefined, now: number, date?: string): number | undefined {
  const text = header?.trim() ?? '';
  if (seconds.test(text)) return Math.min(Number(text), maxRetryAfterSeconds);
  if (digits.test(text)) return maxRetryAfterSeconds;
  if (!httpDate.test(text)) return undefined;
  const at = Date.parse(text);
  if (Number.isNaN(at)) return undefined;
  const theirs = date !== undefined && httpDate.test(date) ? Date.parse(date) : Number.NaN;
  const wait = Math.ceil((at - (Number.isNaN(theirs) ? now : theirs)) / 1_000);
  return Math.min(Math.max(wait, 0), maxRetryAfterSeconds);
}
