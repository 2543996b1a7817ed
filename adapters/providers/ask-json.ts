import type * as z from 'zod';
import type { ProviderExchange } from '../../domain/credentials/credential-provider.ts';
import { systemClock } from '../system.ts';
import { jsonOf } from './transport/expects.ts';
import { httpWire } from './transport/http-wire.ts';
import { valueIn } from './transport/problem-of.ts';
import { providerTransport } from './transport/send.ts';

/** Options of a request; without any it is a plain GET. */
interface Asking {
  /** POST unless given. Only with `sent`. */
  method?: 'PUT' | 'POST';
  /** The body, sent as JSON. */
  sent?: object;
  /** Called with every response. */
  seen?: (exchange: ProviderExchange) => void;
  /** How long the answer is waited for: 15 s unless given. */
  waitMilliseconds?: number;
}

/** Servers that the operator chose may be in a private network, such as an Open-Meteo of their own. */
const wire = httpWire('any');

/**
 * Asks a server without accounts for JSON of a given schema, by GET unless something is sent. Follows no redirects, waits at most 15 s unless told otherwise,
 * and reads at most 20 MB.
 *
 * @throws ProviderProblem when the answer does not come in time, is a refusal, or has another shape.
 * @example const found = await askJson('Planet', url, searchSchema, { sent: search });
 */
export async function askJson<S extends z.ZodType>(
  name: string,
  url: URL,
  schema: S,
  { method = 'POST', sent, seen, waitMilliseconds }: Asking = {},
): Promise<z.output<S>> {
  const hosts = { name, origins: new Set([url.origin]), isOperators: true } as const;
  const outcome = await providerTransport({ wire, hosts, clock: systemClock, seen }).send({
    ...(sent && { method, body: { json: sent } }),
    url,
    expects: jsonOf(schema),
    redirects: 'hand back',
    ...(waitMilliseconds !== undefined && { waitMilliseconds }),
  });
  return valueIn(name, outcome);
}
