import * as z from 'zod';
import type { RequestContext } from './exchange.ts';

type Prefers = Pick<RequestContext, 'headers'>;

const prefers = ({ headers }: Prefers, preference: RegExp) =>
  (headers.prefer ?? '').split(',').some((word) => preference.test(word));

/**
 * Whether the caller would rather be answered before the work is done (RFC 7240).
 *
 * @example prefersAsync({ headers: { prefer: 'respond-async' } }) // true
 */
export const prefersAsync = (request: Prefers): boolean => prefers(request, /^\s*respond-async\s*(;|$)/i);

/**
 * Whether the caller accepts part of a result that is too large for a response (RFC 7240, `handling`).
 *
 * @example prefersLenient({ headers: { prefer: 'respond-async, handling=lenient' } }) // true
 */
export const prefersLenient = (request: Prefers): boolean =>
  prefers(request, /^\s*handling\s*=\s*"?lenient"?\s*(;|$)/i);

/**
 * How many seconds the caller is willing to wait for the answer (RFC 7240, `wait`); undefined if it does not say.
 *
 * @example prefersWait({ headers: { prefer: 'wait=10' } }) // 10
 */
export function prefersWait({ headers }: Prefers): number | undefined {
  const words = (headers.prefer ?? '').split(',').map((word) => word.trim().match(/^wait\s*=\s*"?(\d{1,6})"?$/i)?.[1]);
  const seconds = words.find((word) => word !== undefined);
  return seconds === undefined ? undefined : Number(seconds);
}

const lenient = 'handling=lenient';

/** The header by which an asynchronous response confirms the preferences that were applied. */
export const asyncApplied = (request: Prefers) => ({
  'preference-applied': prefersLenient(request) ? `respond-async, ${lenient}` : 'respond-async',
});

/** The header by which a synchronous response confirms that it may be cut; empty if the caller did not accept that. */
export const lenientApplied = (request: Prefers): Record<string, string> =>
  prefersLenient(request) ? { 'preference-applied': lenient } : {};

const lenientText = '`handling=lenient`: cut a result that is too large, instead of refusing it.';

/** The `Prefer` header of endpoints whose results may be cut. */
export const lenientHeader = { Prefer: z.string().optional().describe(lenientText) };

/** The `Prefer` header of endpoints that can run asynchronously. */
export const preferHeader = {
  Prefer: z
    .string()
    .optional()
    .describe(`\`respond-async\`: respond with 202 at once, with the URL of the query in \`Location\`. ${lenientText}`),
};
