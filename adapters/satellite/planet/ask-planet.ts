import type * as z from 'zod';
import { ProviderProblem } from '../../../domain/sync/provider-problem.ts';
import { messageOf } from './planet-message.ts';

/** The address of Planet's APIs. */
export interface PlanetWire {
  /** `https://api.planet.com`. */
  address: string;
}

export interface PlanetQuestion<S extends z.ZodType> {
  method?: 'GET' | 'POST' | 'PUT';
  /** A path, or the URL of a next page, which must have the same origin. */
  to: string;
  sent?: object;
  schema: S;
}

/** The time limit of a request; searches and orders are answered within seconds. */
const maxWaitMilliseconds = 30_000;
/** A page of 250 scenes has about 2 MB. */
const maxResponseBytes = 20_000_000;

/**
 * Sends one request to Planet, with an API key as the user name of basic authentication. Follows no redirects.
 *
 * @throws ProviderProblem as `PlanetService` says; `malformed` has Planet's message if it rejected the request (400).
 */
export async function askPlanet<S extends z.ZodType>(
  { address }: PlanetWire,
  apiKey: string,
  { method = 'GET', to, sent, schema }: PlanetQuestion<S>,
): Promise<z.output<S>> {
  const base = new URL(address);
  const url = new URL(to, base);
  if (url.origin !== base.origin) {
    throw new ProviderProblem('malformed', `Planet leads to ${url.host}, which is another host than its own.`);
  }
  try {
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(maxWaitMilliseconds),
      headers: {
        accept: 'application/json',
        authorization: `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`,
        ...(sent && { 'content-type': 'application/json' }),
      },
      ...(sent && { body: JSON.stringify(sent) }),
    });
    const text = await readCapped(response);
    if (!response.ok) throw refusal(response, messageOf(text, apiKey));
    return read(text, schema);
  } catch (error) {
    if (error instanceof ProviderProblem) throw error;
    throw new ProviderProblem('unreachable', 'Planet cannot be reached at the moment.', { cause: error });
  }
}

/** Planet answers 429 to more than a few requests a second, and also if the quota of an account is used up. */
function refusal({ status, headers }: Response, said: string): ProviderProblem {
  const words = said === '' ? '' : ` Planet says: ${said}`;
  const wait = Number(headers.get('retry-after'));
  const retry = wait > 0 ? { retryAfterSeconds: wait } : {};
  if (status === 401) return new ProviderProblem('refused', `Planet refuses the API key (401).${words}`);
  if (status === 403 || (status === 429 && said.toLowerCase().includes('quota'))) {
    return new ProviderProblem('forbidden', `Planet does not let the account do this (${status}).${words}`);
  }
  if (status === 429) return new ProviderProblem('rateLimited', 'Planet answered 429: too many requests.', retry);
  if (status >= 500) return new ProviderProblem('unreachable', `Planet answered ${status}.`, retry);
  if (status === 404) return new ProviderProblem('missing', 'Planet does not know what it was asked for (404).');
  return new ProviderProblem('malformed', `Planet answered ${status}.${words}`, { answered: said });
}

async function readCapped({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > maxResponseBytes) throw new ProviderProblem('malformed', 'Planet answered more than 20 MB.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function read<S extends z.ZodType>(text: string, schema: S): z.output<S> {
  let document: unknown;
  try {
    document = text === '' ? null : JSON.parse(text);
  } catch (cause) {
    throw new ProviderProblem('malformed', 'Planet answered something that is not JSON.', { cause });
  }
  const { success, data, error } = schema.safeParse(document);
  if (success) return data;
  const [issue] = error.issues;
  throw new ProviderProblem('malformed', `Planet answered a malformed ${issue?.path.join('.') || 'document'}.`);
}
