import { type ClientRequest, Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { AnswerHeaders } from '../../../domain/transport/outcome.ts';
import {
  AddressRefused,
  type AllowedRanges,
  allowedAddresses,
  isAllowed,
  literalAddress,
} from '../../webhooks/public-address.ts';
import type { Wire, WireAnswer, WireRequest } from './wire.ts';

/** Networks that are called: `any` for servers that the operator chose, which may be in a private network. */
export type CalledNetworks = AllowedRanges | 'any';

/** Providers close idle connections after a minute or so. */
const idleMilliseconds = 30_000;
/** Connections to one host of one process; gates hold back more than that anyway. */
const maxSockets = 32;

/** Methods that may be sent a second time over a new connection when an idle one turns out to be closed. */
const repeatable = new Set(['GET', 'HEAD', 'PUT', 'DELETE']);

/**
 * The network. Connections are kept and reused; the addresses of a name are checked whenever one is made, and it leads to a checked address. Redirects are not
 * followed, proxies of the environment are ignored.
 *
 * @example const wire = httpWire(allowedRanges(process.env));
 */
export function httpWire(networks: CalledNetworks): Wire {
  const options = {
    keepAlive: true,
    timeout: idleMilliseconds,
    maxSockets,
    ...(networks !== 'any' && { lookup: guarded(networks) }),
  };
  const agents = { 'http:': new HttpAgent(options), 'https:': new HttpsAgent(options) };

  const fresh = {
    'http:': new HttpAgent({ ...options, keepAlive: false }),
    'https:': new HttpsAgent({ ...options, keepAlive: false }),
  };

  const send = async (asked: WireRequest, from: typeof agents): Promise<WireAnswer> => {
    const { method, url, headers, body, signal } = asked;
    const literal = literalAddress(url.hostname);
    if (networks !== 'any' && literal && !isAllowed(literal.address, networks)) {
      throw new AddressRefused('it has an address that is not of the public internet');
    }
    const isSecure = url.protocol === 'https:';
    const length = body && { 'content-length': String(body.length) };
    const given = { method, headers: { 'user-agent': 'Furrow', ...headers, ...length }, signal };
    const sent = isSecure
      ? httpsRequest(url, { ...given, agent: from['https:'] })
      : httpRequest(url, { ...given, agent: from['http:'] });
    try {
      return answerIn(await headOf(sent, body));
    } catch (error) {
      // An idle connection that the provider has closed, which says nothing about the provider.
      const isStale = sent.reusedSocket && (error as { code?: unknown }).code === 'ECONNRESET';
      if (isStale && repeatable.has(method) && !signal.aborted) return send(asked, fresh);
      throw error;
    }
  };
  return (asked) => send(asked, agents);
}

function headOf(sent: ClientRequest, body: Uint8Array | undefined): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    sent.on('response', resolve);
    // Also after the head: an error of the socket must not end the process.
    sent.on('error', reject);
    sent.end(body);
  });
}

function answerIn(message: IncomingMessage): WireAnswer {
  // Errors reach the reader of the body; a body that nobody reads has none to tell.
  message.on('error', () => undefined);
  return {
    status: message.statusCode ?? 0,
    headers: headersOf(message),
    body: message,
    discard: () => void message.destroy(),
  };
}

function headersOf({ headers }: IncomingMessage): AnswerHeaders {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  );
}

/** Resolves names for new connections, to addresses that may be called alone. */
function guarded(networks: AllowedRanges): LookupFunction {
  return ((host: string, { all }: { all?: boolean }, found: (...answer: unknown[]) => void) => {
    allowedAddresses(host, networks).then(
      (addresses) => (all ? found(null, addresses) : found(null, addresses[0]?.address, addresses[0]?.family)),
      (error: unknown) => found(error),
    );
  }) as LookupFunction;
}
