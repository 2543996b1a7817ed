import { createHash } from 'node:crypto';
import type { ObjectStore } from '../../domain/files/object-store.ts';
import { ProviderProblem } from '../../domain/sync/provider-problem.ts';

/** Reads parts of files on the hosts of a catalogue. */
export interface Ranges {
  /**
   * Reads the bytes of a file from `from` to before `to`; fewer if the file ends before.
   *
   * @throws ProviderProblem
   */
  read(href: string, from: number, to: number): Promise<Uint8Array>;
}

/** Signs URLs, so that a host accepts them for a while. */
export interface Signer {
  sign(href: string): Promise<string>;
  /** Discards the signature of a URL that the host refused. */
  refused(signed: string): void;
}

export interface RangeOptions {
  /** The hosts from which files are fetched, over https, or whole origins such as `http://127.0.0.1:8080`. */
  hosts: readonly string[];
  /** Stores blocks until the bucket expires them. */
  store: Pick<ObjectStore, 'put' | 'getStream'>;
  /** For hosts that want URLs to be signed. */
  signer?: Signer;
  /** The time limit of one request with its whole body; default 30 s. */
  waitMilliseconds?: number;
}

/** All owners share these blocks: the pixels are public. */
export const blocksPrefix = 'satellite-blocks/';

/** A block of 1,024 pixels a side has 2 MB before it is packed. */
const maxRangeBytes = 33_554_432;
const usualWaitMilliseconds = 30_000;
/** Requests that one worker sends at once. */
const maxRequests = 16;

/**
 * Fetches parts of files by HTTP, each once for all fields: fetched parts are cached in the object store. Only listed hosts are asked, redirects
 * are not followed, and a response that is longer than the requested range is not read to its end.
 */
export function ranges({ hosts, store, signer, waitMilliseconds = usualWaitMilliseconds }: RangeOptions): Ranges {
  const allowed = new Set(hosts.map((host) => (host.includes('://') ? new URL(host).origin : `https://${host}`)));
  const underWay = new Map<string, Promise<Uint8Array>>();
  const limit = limited(maxRequests);

  const ask = (url: string, range: string) =>
    fetch(url, {
      redirect: 'manual',
      signal: AbortSignal.timeout(waitMilliseconds),
      headers: { range, 'accept-encoding': 'identity' },
    });

  /** Requests a range, and once more with a new signature if the host refuses it: tokens may expire early. */
  const answered = async (href: string, range: string): Promise<Response> => {
    if (!signer) return ask(href, range);
    const signed = await signer.sign(href);
    const response = await ask(signed, range);
    if (!isRefusal(response)) return response;
    await response.body?.cancel();
    signer.refused(signed);
    return ask(await signer.sign(href), range);
  };

  const fetched = async (
    url: URL,
    href: string,
    from: number,
    to: number,
  ): Promise<{ bytes: Uint8Array; isFinal: boolean }> => {
    const name = url.host;
    try {
      const response = await answered(href, `bytes=${from}-${to - 1}`);
      // The file ends before the range begins.
      if (response.status === 416) {
        await response.body?.cancel();
        return { bytes: new Uint8Array(), isFinal: false };
      }
      if (response.status !== 206) {
        await response.body?.cancel();
        throw refusal(name, response);
      }
      const bytes = await readCapped(name, response, to - from);
      const [, start, end, size] =
        /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/.exec(response.headers.get('content-range') ?? '') ?? [];
      if (Number(start) !== from || bytes.length !== Number(end) + 1 - from) {
        throw new ProviderProblem('unreachable', `${name} answered other bytes than those that it was asked for.`);
      }
      // A range that its file cut short is stored for small files alone: larger files may still grow.
      return { bytes, isFinal: bytes.length === to - from || (from === 0 && Number(end) + 1 === Number(size)) };
    } catch (error) {
      if (error instanceof ProviderProblem) throw error;
      throw new ProviderProblem('unreachable', `${name} cannot be reached at the moment.`, { cause: error });
    }
  };

  const readOnce = async (href: string, from: number, to: number): Promise<Uint8Array> => {
    const url = URL.canParse(href) ? new URL(href) : undefined;
    if (!url || !allowed.has(url.origin)) {
      const message = `The scene lies on ${url?.host || 'no host'}, from which nothing is fetched here.`;
      throw new ProviderProblem('malformed', message);
    }
    if (!(from >= 0 && to > from && to - from <= maxRangeBytes && Number.isSafeInteger(to))) {
      throw new ProviderProblem('malformed', `A file on ${url.host} has blocks of more than 32 MB.`);
    }
    const key = keyOf(url, from, to);
    const kept = await whole(store.getStream(key));
    if (kept) return kept;
    const { bytes, isFinal } = await limit(() => fetched(url, href, from, to));
    if (isFinal) await store.put(key, bytes, 'application/octet-stream');
    return bytes;
  };

  return {
    async read(href, from, to) {
      const mark = `${from}-${to} ${href}`;
      const reading = underWay.get(mark) ?? readOnce(href, from, to);
      underWay.set(mark, reading);
      try {
        return await reading;
      } finally {
        underWay.delete(mark);
      }
    },
  };
}

/** The key of a range, without the signature of the URL, which differs each time. */
function keyOf({ origin, pathname }: URL, from: number, to: number): string {
  const file = createHash('sha256').update(`${origin}${pathname}`).digest('hex');
  return `${blocksPrefix}${file}/${from}-${to}`;
}

function refusal(name: string, { status, headers }: Response): ProviderProblem {
  const wait = Number(headers.get('retry-after'));
  const retry = wait > 0 ? { retryAfterSeconds: wait } : {};
  if (status === 429) return new ProviderProblem('rateLimited', `${name} answered 429: too many requests.`, retry);
  if (status >= 500) return new ProviderProblem('unreachable', `${name} answered ${status}.`, retry);
  // Hosts answer 403 also to too many requests. S3 answers it for missing files as well, for which retries are useless but harmless.
  if (isRefusal({ status })) {
    return new ProviderProblem('unreachable', `${name} does not hand out a file of the scene (${status}).`, retry);
  }
  if (status === 404) return new ProviderProblem('missing', `${name} does not have a file of the scene (404).`);
  const what = status === 200 ? 'answered a whole file where a part was asked for' : `answered ${status}`;
  return new ProviderProblem('malformed', `${name} ${what}.`);
}

const isRefusal = ({ status }: Pick<Response, 'status'>) => status === 401 || status === 403;

async function readCapped(name: string, { body }: Response, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > maxBytes) throw new ProviderProblem('malformed', `${name} answered more bytes than it was asked for.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function whole(stream: Promise<AsyncIterable<Uint8Array> | undefined>): Promise<Uint8Array | undefined> {
  const content = await stream;
  if (!content) return undefined;
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Runs a limited number of tasks at once; further ones wait until one has ended. */
function limited(max: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= max) await new Promise<void>((resolve) => waiting.push(resolve));
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
      waiting.shift()?.();
    }
  };
}
