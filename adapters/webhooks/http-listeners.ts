import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Outcome } from '../../domain/alerts/delivery.ts';
import type { Listeners } from '../../domain/alerts/ports.ts';
import type { Clock } from '../../domain/clock.ts';
import { invalid } from '../../domain/errors.ts';
import { AddressRefused, type AllowedRanges, allowedAddresses, isAllowed, literalAddress } from './public-address.ts';

/** Time limit for name resolution, connection, request and response together. */
const answerMilliseconds = 15_000;

/** Maximum characters, bytes and time for reading a response other than 2xx. */
const keptCharacters = 1_000;
const readBytes = 16_384;
const readMilliseconds = 2_000;

export interface ListenerOptions {
  allowed: AllowedRanges;
  clock: Clock;
}

/**
 * Listeners over HTTP. A name is resolved once for each call, every address is checked, and the connection is made to a
 * checked address; connections are not reused, redirects are not followed, proxies of the environment are ignored.
 */
export function httpListeners({ allowed, clock }: ListenerOptions): Listeners {
  return {
    check(url) {
      const { protocol, hostname } = new URL(url);
      const literal = literalAddress(hostname);
      if (literal && !isAllowed(literal.address, allowed)) {
        throw refused('The URL leads into a private network. Give one that the public internet can reach.');
      }
      if (protocol !== 'https:' && allowed === 'public') throw refused('The URL must begin with https://.');
    },

    async send(url, { headers, body, signal }) {
      const target = new URL(url);
      const late = AbortSignal.timeout(answerMilliseconds);
      const ended = signal ? AbortSignal.any([signal, late]) : late;
      try {
        const addresses = await unlessEnded(allowedAddresses(target.hostname, allowed), ended);
        const lookup = ((_host, { all }, found) =>
          all
            ? found(null, addresses)
            : found(null, addresses[0]?.address ?? '', addresses[0]?.family)) as LookupFunction;
        const answer = await answerOf(target, { headers: { ...headers, ...fixed(body) }, lookup, signal: ended }, body);
        return await outcomeOf(answer, clock);
      } catch (error) {
        return { connectionError: sentence(error, ended.aborted), noAnswer: ended.aborted };
      }
    },
  };
}

const fixed = (body: string) => ({
  'content-type': 'application/json',
  accept: '*/*',
  'content-length': String(Buffer.byteLength(body)),
  'user-agent': 'Furrow-Webhooks/1',
});

function answerOf(url: URL, options: RequestOptions, body: string): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const sent = request(url, { ...options, method: 'POST', agent: false }, resolve);
    sent.on('error', reject);
    sent.end(body);
  });
}

/** The status is the result; the beginning of a response other than an acknowledgement is stored for the owner. */
async function outcomeOf(answer: IncomingMessage, clock: Clock): Promise<Outcome> {
  const status = answer.statusCode ?? 0;
  const retryAfterMilliseconds = retryAfter(answer.headers['retry-after'], clock);
  const response = status >= 200 && status < 300 ? '' : await beginningOf(answer);
  answer.on('error', () => undefined).destroy();
  return { status, response, retryAfterMilliseconds };
}

/** A listener that stops within its response has responded with the part that arrived. */
async function beginningOf(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  const enough = setTimeout(() => answer.destroy(), readMilliseconds);
  try {
    for await (const part of answer as AsyncIterable<Buffer>) {
      parts.push(part);
      bytes += part.length;
      if (bytes >= readBytes) break;
    }
  } catch {
    // The part before the end is used.
  } finally {
    clearTimeout(enough);
  }
  return Buffer.concat(parts).toString('utf8').slice(0, keptCharacters);
}

/** The wait in milliseconds that a listener requests, in seconds or as a time; 0 for none. */
function retryAfter(header: string | undefined, clock: Clock): number {
  if (header === undefined) return 0;
  const milliseconds = /^\d{1,9}$/.test(header) ? Number(header) * 1000 : Date.parse(header) - clock.now();
  return Number.isFinite(milliseconds) ? Math.max(0, milliseconds) : 0;
}

function unlessEnded<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}

/** Describes the failure without internal information, such as addresses of Furrow's network. */
function sentence(error: unknown, ended: boolean): string {
  if (ended) return `there was no answer within ${answerMilliseconds / 1000} seconds`;
  if (error instanceof AddressRefused) return error.message;
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? `the connection failed: ${code}` : 'the connection failed';
}

function refused(message: string) {
  return invalid('#/url', message, 'webhookUrlRefused');
}
