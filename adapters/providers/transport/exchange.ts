import { type AnswerHeaders, failed, type Outcome } from '../../../domain/transport/outcome.ts';
import { retryAfterSeconds } from '../../../domain/transport/retry-after.ts';
import { failureOf, refusalOf } from './classify.ts';
import { acceptedEncodings, beginningOf } from './read-body.ts';
import type { ProviderRequest, SentBody, TransportOptions } from './transport.ts';
import type { WireAnswer } from './wire.ts';

/** Providers answer within seconds, or not at all. */
const usualWaitMilliseconds = 15_000;
/** What is read of a refusal, and what the log shows of an answer. */
const keptBytes = 20_000;

const redirects = new Set([301, 302, 303, 307, 308]);

/** Sends one request to one address, and reads its answer. */
export async function exchange<T>(
  options: TransportOptions,
  request: ProviderRequest<T>,
  url: URL,
  authorization: Readonly<Record<string, string>>,
): Promise<Outcome<T>> {
  const { wire, hosts } = options;
  const { method = 'GET', expects, waitMilliseconds = usualWaitMilliseconds } = request;
  const body = bodyOf(request.body);
  const headers = {
    accept: expects.accept,
    'accept-encoding': expects.isDecoded ? acceptedEncodings : 'identity',
    ...(body && { 'content-type': body.contentType }),
    ...request.headers,
    ...authorization,
  };
  const ending = new AbortController();
  let [isLate, hasHead] = [false, false];
  const timer = setTimeout(() => {
    isLate = true;
    ending.abort();
  }, waitMilliseconds);
  try {
    const answer = await wire({ method, url, headers, body: body?.bytes, signal: ending.signal });
    hasHead = true;
    return await outcomeOf(options, request, url, answer);
  } catch (error) {
    return failureOf(hosts.name, error, { isLate, hasHead });
  } finally {
    clearTimeout(timer);
  }
}

async function outcomeOf<T>(
  { hosts, clock, seen }: TransportOptions,
  { expects, method }: ProviderRequest<T>,
  url: URL,
  answer: WireAnswer,
): Promise<Outcome<T>> {
  const { status, headers } = answer;
  const note = (text: string) =>
    seen?.({ statusCode: status, headers: lines(headers), body: text.slice(0, keptBytes) });
  if (status === 304 || status === 202 || redirects.has(status)) {
    note(method === 'HEAD' ? '' : await beginningOf(answer, keptBytes));
    if (status === 304) return { kind: 'unchanged', headers };
    if (status === 202) return accepted(headers, clock.now());
    return redirected(hosts.name, url, status, headers);
  }
  if (status < 200 || status > 206) {
    const answered = await beginningOf(answer, keptBytes);
    note(answered);
    return { kind: 'failed', failure: refusalOf(hosts.name, answer, answered, clock.now()) };
  }
  if (!expects.isStreamed) {
    let text = '';
    const outcome = await expects.read(answer, hosts.name, (read) => {
      text = read;
    });
    note(text);
    return outcome;
  }
  note('');
  return expects.read(answer, hosts.name, () => undefined);
}

function accepted(headers: AnswerHeaders, now: number): Outcome<never> {
  const wait = retryAfterSeconds(headers['retry-after'], now, headers.date);
  const { location } = headers;
  return {
    kind: 'accepted',
    headers,
    ...(location !== undefined && { location }),
    ...(wait !== undefined && { retryAfterSeconds: wait }),
  };
}

function redirected(name: string, url: URL, status: number, headers: AnswerHeaders): Outcome<never> {
  const { location = '' } = headers;
  if (location === '' || !URL.canParse(location, url)) {
    return failed('unexpected', `${name} redirects (${status}) without saying where to.`, { status, headers });
  }
  return { kind: 'elsewhere', status, headers, location: new URL(location, url) };
}

function lines(headers: AnswerHeaders): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}

function bodyOf(sent: SentBody | undefined): { bytes: Uint8Array; contentType: string } | undefined {
  if (!sent) return undefined;
  if ('bytes' in sent) return sent;
  return 'json' in sent
    ? { bytes: Buffer.from(JSON.stringify(sent.json)), contentType: 'application/json' }
    : {
        bytes: Buffer.from(new URLSearchParams(sent.form).toString()),
        contentType: 'application/x-www-form-urlencoded',
      };
}
