import * as z from 'zod';
import { timestamp } from '../../domain/clock.ts';
import type { RequestContext } from './exchange.ts';
import type { OperationResponse } from './operation.ts';

/** Asked for with `Accept` by clients that would carry the bearer token across a redirect, which S3 refuses. */
export const linkMediaType = 'application/vnd.furrow.link+json';

export const linkSchema = z.object({ url: z.url(), expiresAt: z.iso.datetime() }).meta({ id: 'DownloadLink' });

/** The documented answers of every download operation. */
export const downloadResponses = {
  200: {
    description: `The address instead of a redirect, when \`Accept\` is \`${linkMediaType}\`.`,
    schema: linkSchema,
  },
  303: { description: 'To a short-lived address of the file, on another origin. Send no bearer token there.' },
} as const satisfies Record<number, OperationResponse>;

/** Answers a download with a redirect, or with the address for clients that ask for it. */
export function downloadAnswer(request: RequestContext, { url, expiresAt }: { url: string; expiresAt: number }) {
  const headers = { 'cache-control': 'no-store' };
  if (request.headers.accept?.includes(linkMediaType)) {
    return { status: 200 as const, headers, body: { url, expiresAt: timestamp(expiresAt) } };
  }
  return { status: 303 as const, headers: { ...headers, location: url } };
}

/** The same for an operation whose handler writes its bodies: the link then has a type of its own. */
export function writtenDownloadAnswer(request: RequestContext, address: { url: string; expiresAt: number }) {
  const answer = downloadAnswer(request, address);
  if (answer.status === 303) return answer;
  const headers = { ...answer.headers, 'content-type': linkMediaType };
  return { ...answer, headers, body: JSON.stringify(answer.body) };
}
