import { failed, type Outcome } from '../../../domain/transport/outcome.ts';
import { isOwnHost, isSafe } from '../../../domain/transport/provider-hosts.ts';
import { exchange } from './exchange.ts';
import type { Authorized, ProviderRequest, Transport, TransportOptions } from './transport.ts';

const maxRedirects = 5;

/**
 * Sends requests to the hosts of one provider, with the authorization of one account. Every status, half body and wrong shape is an outcome. Authorization goes
 * only to hosts of the provider, over TLS; a redirect elsewhere is handed back, and a 401 is answered once with newer headers, if there are any.
 *
 * @example const outcome = await providerTransport({ wire, hosts, clock }).send({ url, expects: jsonOf(schema) });
 */
export function providerTransport(options: TransportOptions): Transport {
  return { send: (request) => sendWithin(options, request) };
}

async function sendWithin<T>(options: TransportOptions, request: ProviderRequest<T>): Promise<Outcome<T>> {
  const { method = 'GET', redirects } = request;
  const isFollowed =
    redirects !== 'hand back' && request.address !== 'signed' && (method === 'GET' || method === 'HEAD');
  let { url } = request;
  for (let followed = 0; followed <= maxRedirects; followed += 1) {
    const outcome = await sendTo(options, request, url);
    if (outcome.kind !== 'elsewhere' || !isFollowed || !isOwnHost(options.hosts, outcome.location)) return outcome;
    url = outcome.location;
  }
  return failed('unexpected', `${options.hosts.name} redirects more than ${maxRedirects} times.`);
}

/** One request, and a second one with other headers where the first one's were refused. */
async function sendTo<T>(options: TransportOptions, request: ProviderRequest<T>, url: URL): Promise<Outcome<T>> {
  const { hosts, authorize } = options;
  const isSigned = request.address === 'signed';
  if (isSigned ? !isSafe(url) : !isOwnHost(hosts, url)) {
    const where = url.host === '' ? 'no host' : url.host;
    return failed('misdirected', `${hosts.name} leads to ${where}, where nothing of an account is sent.`);
  }
  if (isSigned) return exchange(options, request, url, {});
  if (!authorize) return paced(options, request, url, {});
  const asked = { method: request.method ?? 'GET', url };
  const first = await authorize(asked);
  if (first.kind === 'failed') return first;
  const outcome = await paced(options, request, url, first.headers);
  if (outcome.kind !== 'failed' || outcome.failure.status !== 401) return outcome;
  const second = await authorize(asked, first.headers);
  if (second.kind === 'failed') return second;
  return isSame(first, second) ? outcome : paced(options, request, url, second.headers);
}

async function paced<T>(
  options: TransportOptions,
  request: ProviderRequest<T>,
  url: URL,
  headers: Readonly<Record<string, string>>,
): Promise<Outcome<T>> {
  const failure = await options.pace?.pass();
  if (failure) return { kind: 'failed', failure };
  const outcome = await exchange(options, request, url, headers);
  await options.pace?.ended(outcome);
  return outcome;
}

function isSame(a: Authorized & { kind: 'authorized' }, b: Authorized & { kind: 'authorized' }): boolean {
  return JSON.stringify(Object.entries(a.headers).sort()) === JSON.stringify(Object.entries(b.headers).sort());
}
