import { createHash } from 'node:crypto';
import type { ObjectStore } from '../../domain/files/object-store.ts';
import { ProviderProblem } from '../../domain/sync/provider-problem.ts';

/** Bytes of files on the hosts of a catalogue. */
export interface Ranges {
  /**
   * Bytes from one place up to another, fewer where the file ends before.
   *
   * @throws ProviderProblem
   */
  read(href: string, from: number, to: number): Promise<Uint8Array>;
}

export interface RangeOptions {
  /** Hosts that files are fetched from, over https; whole origins (`http://127.0.0.1:8080`) are taken as they are. */
  hosts: readonly string[];
  /** Where blocks are kept, and for how long is a matter of the bucket. */
  store: Pick<ObjectStore, 'put' | 'getStream'>;
  /** The URL that may be asked, for hosts that want it signed. */
  sign?: (href: string) => Promise<string>;
  /** For one part, its last byte included; 30 s unless given. */
  waitMilliseconds?: number;
}

/** Blocks of all owners: the pixels are public. */
export const blocksPrefix = 'satellite-blocks/';

/** A block of 1,024 pixels a side has 2 MB before it is packed. */
const maxBytes = 33_554_432;
const usualWaitMilliseconds = 30_000;
/** At once, of one worker. */
const maxAtOnce = 16;

/**
 * Fetches parts of files by HTTP, each once for all fields: what was fetched is kept in the object store. Only listed hosts are asked, redirects
 * are not followed, an answer that is longer than what was asked for is not read on.
 */
export function ranges({
  hosts,
  store,
  sign = async (href) => href,
  waitMilliseconds = usualWaitMilliseconds,
}: RangeOptions): Ranges {
  const allowed = new Set(hosts.map((host) => (host.includes('://') ? new URL(host).origin : `https://${host}`)));
  const underWay = new Map<string, Promise<Uint8Array>>();
  const places = atMost(maxAtOnce);

  const fetched = async (
    url: URL,
    href: string,
    from: number,
    to: number,
  ): Promise<{ bytes: Uint8Array; isFinal: boolean }> => {
    const name = url.host;
    try {
      const response = await fetch(await sign(href), {
        redirect: 'manual',
        signal: AbortSignal.timeout(waitMilliseconds),
        headers: { range: `bytes=${from}-${to - 1}`, 'accept-encoding': 'identity' },
      });
      // Nothing is there: the file ends before.
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
      // What is short since its file ends is kept of small files alone: others may be whole one day.
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
    if (!(from >= 0 && to > from && to - from <= maxBytes && Number.isSafeInteger(to))) {
      throw new ProviderProblem('malformed', `A file on ${url.host} has blocks of more than 32 MB.`);
    }
    const key = keyOf(url, from, to);
    const kept = await whole(store.getStream(key));
    if (kept) return kept;
    const { bytes, isFinal } = await places(() => fetched(url, href, from, to));
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

/** Signatures, which differ each time, are not a part of it. */
function keyOf({ origin, pathname }: URL, from: number, to: number): string {
  const file = createHash('sha256').update(`${origin}${pathname}`).digest('hex');
  return `${blocksPrefix}${file}/${from}-${to}`;
}

function refusal(name: string, { status, headers }: Response): ProviderProblem {
  const wait = Number(headers.get('retry-after'));
  const retry = wait > 0 ? { retryAfterSeconds: wait } : {};
  if (status === 429) return new ProviderProblem('rateLimited', `${name} wants to be asked less often.`, retry);
  if (status >= 500) return new ProviderProblem('unreachable', `${name} answered ${status}.`, retry);
  if (status === 403 || status === 404) {
    return new ProviderProblem('missing', `${name} does not have a file of the scene (${status}).`);
  }
  const what = status === 200 ? 'answered a whole file where a part was asked for' : `answered ${status}`;
  return new ProviderProblem('malformed', `${name} ${what}.`);
}

async function readCapped(name: string, { body }: Response, most: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > most) throw new ProviderProblem('malformed', `${name} answered more bytes than it was asked for.`);
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

/** Does so many pieces of work side by side; others wait for their turn. */
function atMost(most: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
      waiting.shift()?.();
    }
  };
}
