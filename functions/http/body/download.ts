import * as z from 'zod';
import { timestamp } from '../../../domain/clock.ts';
import type { EndpointResponse } from '../endpoint.ts';
import type { RequestContext } from '../exchange.ts';

/** Asked for with `Accept` by clients that would carry the bearer token across a redirect, which S3 refuses. */
export const linkMediaType = 'application/vnd.furrow.link+json';

export const linkSchema = z
  .object({
    url: z.url().describe('A URL that works without a token.'),
    expiresAt: z.iso.datetime().describe('When the URL ceases to work, in UTC.'),
    truncated: z.literal(true).optional().describe('Present if the query has more rows than the file.'),
  })
  .meta({ id: 'DownloadLink' });

/** The URL of a file, and its expiry in milliseconds since 1970. */
interface FileLink {
  url: string;
  expiresAt: number;
  truncated?: boolean | undefined;
}

/** The documented answers of every download endpoint. */
export const downloadResponses = {
  200: {
    description: `The URL instead of a redirect, when \`Accept\` is \`${linkMediaType}\`.`,
    schema: linkSchema,
  },
  303: {
    description: 'Redirects to a short-lived URL of the file on another origin. Do not send the bearer token there.',
  },
} as const satisfies Record<number, EndpointResponse>;

/**
 * Answers a download with a redirect, or with the URL for clients that ask for it.
 *
 * @example return downloadAnswer(request, await downloads.address(key, fileName));
 */
export function downloadAnswer(request: RequestContext, { url, expiresAt, truncated }: FileLink) {
  const headers = truncated ? { 'x-truncated': 'true' } : {};
  if (request.headers.accept?.includes(linkMediaType)) {
    return {
      status: 200 as const,
      headers,
      body: { url, expiresAt: timestamp(expiresAt), ...(truncated && { truncated: true as const }) },
    };
  }
  return { status: 303 as const, headers: { ...headers, location: url } };
}

/** A link to a download, for an endpoint whose handler writes its bodies: the link then has a type of its own. */
export function writtenDownloadAnswer(request: RequestContext, link: FileLink) {
  const answer = downloadAnswer(request, link);
  if (answer.status === 303) return answer;
  const headers = { ...answer.headers, 'content-type': linkMediaType };
  return { ...answer, headers, body: JSON.stringify(answer.body) };
}
