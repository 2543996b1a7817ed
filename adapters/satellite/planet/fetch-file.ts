import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { SceneProblem } from '../../../domain/satellite/scenes/scene-problem.ts';
import { ProviderProblem } from '../../../domain/sync/provider-problem.ts';

const maxRedirects = 3;
/** Of one file, with all of its bytes. */
const maxWaitMilliseconds = 100_000;

/**
 * Fetches a file from a signed address into another file, without the key. Redirects are followed to the listed hosts alone: Planet's address leads to that of a bucket.
 *
 * @param most bytes that it may have.
 * @returns its bytes.
 * @throws ProviderProblem; `missing` where the address is no longer good.
 * @throws SceneProblem where it is too large.
 */
export async function fetchFile(hosts: readonly string[], href: string, path: string, most: number): Promise<number> {
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
        if (redirects >= maxRedirects) throw new ProviderProblem('malformed', `${name} leads from address to address.`);
        url = hrefOn(allowed, to, url);
        continue;
      }
      if (response.status !== 200 || !response.body) {
        await response.body?.cancel();
        throw refusal(name, response);
      }
      return await write(response, path, most);
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

/** Fewer bytes than were announced end the answer with an error of fetch. */
async function write(response: Response, path: string, most: number): Promise<number> {
  let bytes = 0;
  const counted = async function* (content: AsyncIterable<Uint8Array>) {
    for await (const piece of content) {
      bytes += piece.length;
      if (bytes > most) throw new SceneProblem(`The files of the scene have more than ${most} bytes.`);
      yield piece;
    }
  };
  await pipeline(Readable.fromWeb(response.body as never), counted, createWriteStream(path));
  return bytes;
}

/** A signature that has ended is told as 400, 401 or 403, and a file that was cleared away as 404 or 410. */
function refusal(name: string, { status, headers }: Response): ProviderProblem {
  const wait = Number(headers.get('retry-after'));
  const retry = wait > 0 ? { retryAfterSeconds: wait } : {};
  if (status === 429) return new ProviderProblem('rateLimited', `${name} wants to be asked less often.`, retry);
  if (status >= 500) return new ProviderProblem('unreachable', `${name} answered ${status}.`, retry);
  if (status >= 400) return new ProviderProblem('missing', `${name} no longer has a file of the scene (${status}).`);
  return new ProviderProblem('malformed', `${name} answered ${status}.`);
}
