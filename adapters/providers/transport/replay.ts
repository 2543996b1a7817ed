import type { Har, HarEntry } from './har.ts';
import type { Wire, WireRequest } from './wire.ts';

/** Headers that choose an answer, beside method and address: of ranges, pages and changes. */
const choosing = ['range', 'if-range', 'if-none-match', 'x-next-token', 'x-limit', 'x-deere-signature', 'accept'];

/**
 * Plays a recording: each exchange once, the first one that has the same method, address and choosing headers. A request that was not recorded is an error, so
 * that a test shows it.
 *
 * @example const { wire, left } = replay(harSchema.parse(JSON.parse(text)));
 */
export function replay({ log }: Har) {
  const open = [...log.entries];
  const wire: Wire = async (request) => {
    const index = open.findIndex((entry) => matches(entry, request));
    const [entry] = index < 0 ? [] : open.splice(index, 1);
    if (!entry) throw new Error(`the recording has no answer to ${request.method} ${request.url.href}`);
    const { status, headers, content } = entry.response;
    const bytes = Buffer.from(content.text ?? '', content.encoding ?? 'utf8');
    return {
      status,
      // The length may be that of a secret which was stripped.
      headers: {
        ...Object.fromEntries(headers.map(({ name, value }) => [name.toLowerCase(), value])),
        'content-length': String(bytes.length),
      },
      body: (async function* () {
        yield bytes;
      })(),
      discard: () => undefined,
    };
  };
  return { wire, left: () => open.map(({ request }) => `${request.method} ${request.url}`) };
}

function matches({ request }: HarEntry, { method, url, headers }: WireRequest): boolean {
  if (request.method !== method || request.url !== url.href) return false;
  const recorded = new Map(request.headers.map(({ name, value }) => [name.toLowerCase(), value]));
  return choosing.every((name) => recorded.get(name) === headers[name]);
}
