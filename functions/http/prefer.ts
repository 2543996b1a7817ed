import * as z from 'zod';
import type { RequestContext } from './exchange.ts';

/** Whether the caller would rather be answered before the work is done (RFC 7240). */
export function prefersAsync({ headers }: Pick<RequestContext, 'headers'>): boolean {
  return (headers.prefer ?? '').split(',').some((word) => /^\s*respond-async\s*(;|$)/i.test(word));
}

/** What an answer to such a request says beside its address. */
export const asyncApplied = { 'preference-applied': 'respond-async' };

/** For the documentation of endpoints that can go on behind their answer. */
export const preferHeader = {
  Prefer: z
    .string()
    .optional()
    .describe('`respond-async`: respond with 202 at once, with the URL of the query in `Location`.'),
};
