import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { SceneProblem } from '../../../domain/satellite/scenes/scene-problem.ts';
import { ProviderProblem } from '../../../domain/sync/provider-problem.ts';

const maxRedirects = 3;
/** The time limit of one file with all of its bytes. */
const maxWaitMilliseconds = 100_000;

/**
 * Downloads a file from a signed URL, without the API key. Follows redirects to the listed hosts alone: a URL of Planet redirects to a bucket.
 *
 * @param path the file to write.
 * @param maxBytes the size above which the download is stopped.
 * @returns the size in bytes.
 * @throws ProviderProblem; `missing` if the URL has expired.
 * @throws SceneProblem if the file is too large.
 */
export async function fetchFile(
  hosts: readonly string[],
  href: string,
  path: string,
  maxBytes: number,
): Promise<number> {
  const allowed = new Set(hosts.map((host) => (host.includes('://') ? new URL(host).origin : `https://${host}`)));
  const signal = AbortSignal.timeout(maxWaitMilliseconds);
  let url = hrefOn(allowed, href);
  for (let redirects = 0; ; redirects += 1) {
    const name = url.host;
    try {
      const response = await fetch(url, { redirect: 'manual', signal, headers: { 'accept-encoding': 'identity' } });
      const to = response.headers.get('location');
      if (response.status >= 300 && response.status < 400 && to !== null) {
        await response.body?.cancel();
        if (redirects >= maxRedirects)
          throw new ProviderProblem('malformed', `${name} redirects more than ${maxRedirects} times.`);
        url = hrefOn(allowed, to, url);
        continue;
      }
      if (response.status !== 200 || !response.body) {
        await response.body?.cancel();
        throw refusal(name, response);
      }
      return await write(response, path, maxBytes);
    } catch (error) {
      if (error instanceof ProviderProblem || error instanceof SceneProblem) throw error;
      throw new ProviderProblem('unreachable', `${name} cannot be reached at the moment.`, { cause: error });
    }
  }
}

function hrefOn(allowed: ReadonlySet<string>, href: string, from?: URL): URL {
  const url = URL.canParse(href, from) ? new URL(href, from) : undefined;
  if (url && allowed.has(url.origin)) return url;
  throw new ProviderProblem(
    'malformed',
    `A file lies on ${url?.host || 'no host'}, from which nothing is fetched here.`,
  );
}

/** Writes a body to a file. `fetch` itself fails when the body has fewer bytes than announced. */
async function write(response: Response, path: string, maxBytes: number): Promise<number> {
  let bytes = 0;
  const counted = async function* (content: AsyncIterable<Uint8Array>) {
    for await (const piece of content) {
      bytes += piece.length;
      if (bytes > maxBytes) throw new SceneProblem(`The files of the scene have more than ${maxBytes} bytes.`);
      yield piece;
    }
  };
  await pipeline(Readable.fromWeb(response.body as never), counted, createWriteStream(path));
  return bytes;
}

/** Hosts answer 400, 401 or 403 to an expired signature, and 404 or 410 for a file that was removed: in each case the order has to be asked for new URLs. */
function refusal(name: string, { status, headers }: Response): ProviderProblem {
  const wait = Number(headers.get('retry-after'));
  const retry = wait > 0 ? { retryAfterSeconds: wait } : {};
  if (status === 429) return new ProviderProblem('rateLimited', `${name} answered 429: too many requests.`, retry);
  if (status >= 500) return new ProviderProblem('unreachable', `${name} answered ${status}.`, retry);
  if (status >= 400) return new ProviderProblem('missing', `${name} no longer has a file of the scene (${status}).`);
  return new ProviderProblem('malformed', `${name} answered ${status}.`);
}
