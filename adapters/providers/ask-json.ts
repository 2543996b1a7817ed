import type * as z from 'zod';
import type { ProviderExchange } from '../../domain/credentials/credential-provider.ts';
import { ProviderProblem } from '../../domain/sync/provider-problem.ts';

/** Maximum wait in milliseconds; providers respond within seconds, or not at all. */
const maxWaitMilliseconds = 15_000;
/**
 * Maximum bytes of a response: a page of fields, or the boundaries of one field, whose largest stored shape has about 4
 * MB.
 */
const maxResponseBytes = 20_000_000;
/** Maximum characters of a refusal that are stored. */
const maxAnswered = 500;

/** Maximum bytes of a response that events show. */
const maxSeenBytes = 20_000;

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

/**
 * Sends one request for JSON of a given schema, GET by default. Follows no redirects, waits at most 15 s unless told otherwise,
 * and reads at most 20 MB.
 *
 * @throws ProviderProblem when the answer does not come in time, is a refusal, or has another shape.
 * @example const found = await askJson('Planet', url, searchSchema, { sent: search });
 */
export async function askJson<S extends z.ZodType>(
  name: string,
  url: URL,
  schema: S,
  { method = 'POST', sent, seen, waitMilliseconds = maxWaitMilliseconds }: Asking = {},
): Promise<z.output<S>> {
  try {
    const response = await fetch(url, {
      redirect: 'manual',
      signal: AbortSignal.timeout(waitMilliseconds),
      headers: { accept: 'application/json', ...(sent && { 'content-type': 'application/json' }) },
      ...(sent && { method, body: JSON.stringify(sent) }),
    });
    const isWhole = response.status === 200 || response.status === 400 || seen !== undefined;
    const text = isWhole ? await readCapped(name, response) : '';
    seen?.(exchangeOf(response, text));
    if (response.status === 400) {
      const answered = text.slice(0, maxAnswered);
      throw new ProviderProblem('malformed', `${name} answered 400, which it should not.`, { answered });
    }
    if (response.status !== 200) {
      if (!isWhole) await response.body?.cancel();
      throw refusal(name, response);
    }
    return parsed(name, text, schema);
  } catch (error) {
    if (error instanceof ProviderProblem) throw error;
    throw new ProviderProblem('unreachable', `${name} cannot be reached at the moment.`, { cause: error });
  }
}

function exchangeOf({ status, headers }: Response, text: string): ProviderExchange {
  const lines = [...headers].map(([name, value]) => `${name}: ${value}`);
  return { statusCode: status, headers: lines.join('\n'), body: text.slice(0, maxSeenBytes) };
}

function refusal(name: string, { status, headers }: Response): ProviderProblem {
  const wait = Number(headers.get('retry-after'));
  const retry = wait > 0 ? { retryAfterSeconds: wait } : {};
  if (status === 429) return new ProviderProblem('rateLimited', `${name} answered 429: too many requests.`, retry);
  if (status >= 500) return new ProviderProblem('unreachable', `${name} answered ${status}.`, retry);
  if (status === 401) return new ProviderProblem('refused', `${name} refuses the account (401). Connect it anew.`);
  if (status === 403) {
    return new ProviderProblem(
      'forbidden',
      `${name} does not let the account do this (403). Give it the permissions that are missing there.`,
    );
  }
  if (status === 404) return new ProviderProblem('missing', `${name} does not know the account, or has lost it.`);
  return new ProviderProblem('malformed', `${name} answered ${status}, which it should not.`);
}

async function readCapped(name: string, { body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Node's streams are iterable, although their types are not.
  for await (const chunk of (body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > maxResponseBytes) throw new ProviderProblem('malformed', `${name} answered more than 20 MB.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parsed<S extends z.ZodType>(name: string, text: string, schema: S): z.output<S> {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (cause) {
    throw new ProviderProblem('malformed', `${name} answered something that is not JSON.`, { cause });
  }
  const result = schema.safeParse(document);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const member = issue?.path.join('.') ?? '';
  throw new ProviderProblem('malformed', `${name} answered a malformed ${member || 'document'}: ${issue?.message}.`);
}
