import type { Clock } from '../../../domain/clock.ts';
import { timestamp } from '../../../domain/clock.ts';
import type { Har, HarEntry } from './har.ts';
import { wholeBody } from './read-body.ts';
import { secretStripper } from './strip-secrets.ts';
import type { Wire, WireAnswer, WireRequest } from './wire.ts';

/** Longer bodies are passed on and not kept: recordings are of lists and of small files. */
const maxKeptBytes = 5_000_000;

const textual = /json|text|xml|html|urlencoded/i;

/**
 * Records the exchanges of a wire as HAR, without secrets. The body of an answer is read whole before it is handed on.
 *
 * @param secrets known ones: tokens, client secrets, keys; headers and members with the names of secrets are stripped without being known.
 * @example const { wire, har } = recording(httpWire('public'), { secrets: [token], clock });
 */
export function recording(wire: Wire, { secrets, clock }: { secrets: readonly string[]; clock: Clock }) {
  const entries: HarEntry[] = [];
  const recorded: Wire = async (request) => {
    const startedDateTime = timestamp(clock.now());
    const answer = await wire(request);
    const { bytes, isWhole } = await kept(answer);
    entries.push({ startedDateTime, request: requestOf(request), response: responseOf(answer, bytes) });
    return { ...answer, body: again(bytes, isWhole) };
  };
  return {
    wire: recorded,
    har(): Har {
      const strip = secretStripper(secrets);
      return { log: { version: '1.2', creator: { name: 'Furrow', version: '1' }, entries: entries.map(strip) } };
    },
  };
}

async function kept(answer: WireAnswer): Promise<{ bytes: Buffer; isWhole: boolean }> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of wholeBody(answer)) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > maxKeptBytes) throw new Error('the body is too long for a recording');
    }
    return { bytes: Buffer.concat(chunks), isWhole: true };
  } catch {
    return { bytes: Buffer.concat(chunks), isWhole: false };
  }
}

async function* again(bytes: Buffer, isWhole: boolean): AsyncGenerator<Uint8Array> {
  if (bytes.length > 0) yield bytes;
  if (!isWhole) throw new Error('the body ended early when it was recorded');
}

function requestOf({ method, url, headers, body }: WireRequest): HarEntry['request'] {
  const mimeType = headers['content-type'] ?? '';
  return {
    method,
    url: url.href,
    headers: pairs(headers),
    ...(body && textual.test(mimeType) && { postData: { mimeType, text: Buffer.from(body).toString('utf8') } }),
  };
}

function responseOf({ status, headers }: WireAnswer, bytes: Buffer): HarEntry['response'] {
  const mimeType = headers['content-type'] ?? '';
  const isText = textual.test(mimeType) && headers['content-encoding'] === undefined;
  const content = isText
    ? { text: bytes.toString('utf8') }
    : { text: bytes.toString('base64'), encoding: 'base64' as const };
  return { status, headers: pairs(headers), content: { mimeType, ...content } };
}

function pairs(headers: Readonly<Record<string, string>>) {
  return Object.entries(headers).map(([name, value]) => ({ name, value }));
}
