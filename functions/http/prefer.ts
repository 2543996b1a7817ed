import * as z from 'zod';
import type { RequestContext } from './exchange.ts';

/**
 * Whether the caller would rather be answered before the work is done (RFC 7240).
 *
 * @example prefersAsync({ headers: { prefer: 'respond-async' } }) // true
 */
export function prefersAsync({ headers }: Pick<RequestContext, 'headers'>): boolean {
  return (headers.prefer ?? '').split(',').some((word) => /^\s*respond-async\s*(;|$)/i.test(word));
}

/** The header by which a response confirms that the preference was applied. */
export const asyncApplied = { 'preference-applied': 'respond-async' };

/** The `Prefer` header of endpoints that can run asynchronously. */
export const preferHeader = {
  Prefer: z
    .string()
    .optional()
    .describe('`respond-async`: respond with 202 at once, with the URL of the query in `Location`.'),
};
