import { Problem } from '../../domain/errors.ts';
import { cleaned } from '../../domain/oauth/consent.ts';
import type { GivenByCaller, TokenEndpoints, TokenRequest, Tokens } from '../../domain/oauth/token-endpoint.ts';
import { bytesUpTo } from '../providers/transport/expects.ts';
import { httpWire } from '../providers/transport/http-wire.ts';
import { providerTransport } from '../providers/transport/send.ts';
import { systemClock } from '../system.ts';
import { basicOf } from './basic-proof.ts';

/** Maximum wait in milliseconds; API Gateway ends requests after 30 s, and the caller waits. */
const maxWaitMilliseconds = 15_000;
/** Maximum bytes of a response, which has a few tokens of some kilobytes. */
const maxAnswerBytes = 100_000;

/** Token endpoints that the operator configures may be in a private network. */
const wire = httpWire('any');

/** Token endpoints over HTTP: one POST of a form, without redirects, for at most 15 s and 100 kB. */
export function tokenEndpoints({ waitMilliseconds = maxWaitMilliseconds } = {}): TokenEndpoints {
  return {
    async ask(request) {
      const { status, text } = await post(request, waitMilliseconds);
      if (status < 200 || status > 299) throw refused(request, status, text);
      return tokensIn(request, text);
    },
  };
}

/** Each status is an answer here; only the network and the size of a response can fail. */
async function post(
  { displayName, address, form, basic }: TokenRequest,
  waitMilliseconds: number,
): Promise<{ status: number; text: string }> {
  const url = new URL(address);
  const hosts = { name: displayName, origins: new Set([url.origin]), isOperators: true } as const;
  const outcome = await providerTransport({ wire, hosts, clock: systemClock }).send({
    method: 'POST',
    url,
    redirects: 'hand back',
    expects: bytesUpTo(maxAnswerBytes, 'application/json'),
    ...(basic && { headers: { authorization: `Basic ${basicOf(basic)}` } }),
    body: { form },
    waitMilliseconds,
  });
  if (outcome.kind === 'answered') return { status: outcome.status, text: Buffer.from(outcome.value).toString('utf8') };
  if (outcome.kind === 'accepted') return { status: 202, text: '' };
  if (outcome.kind === 'unchanged') return { status: 304, text: '' };
  if (outcome.kind === 'elsewhere') return { status: outcome.status, text: '' };
  const { kind, status, answered = '' } = outcome.failure;
  if (kind === 'tooLarge') throw malformed(displayName, 'answered more than 100 kB');
  if (kind === 'late') {
    const detail = `${displayName} did not answer within ${waitMilliseconds / 1_000} s. Try again; a code may have been used up.`;
    throw new Problem('timeout', detail, { errorKey: 'providerTimedOut' });
  }
  if (status !== undefined) return { status, text: answered };
  // The cause may contain the URL, and nothing that the caller could act on.
  throw new Problem('upstream', `${displayName} cannot be reached at the moment.`, { errorKey: 'providerUnreachable' });
}

function refused({ displayName, givenByCaller }: TokenRequest, status: number, text: string): Problem {
  const { error, description } = errorIn(text);
  const said = cleaned([error, description].filter((one) => one !== undefined).join(': ')).replace(/\.$/, '');
  const words = said === '' ? '' : `: ${said}`;
  const detail = `${displayName} refused with ${status}${words}. Check the client, the code and the redirect URL; a code is valid once, for minutes.`;
  const members = { providerStatus: status };
  return isCallersMistake(givenByCaller, status, error)
    ? new Problem('invalid', detail, { errorKey: 'grantRefused', members })
    : new Problem('upstream', detail, { errorKey: 'providerRefused', members });
}

/** Statuses with which token endpoints refuse a request: those of RFC 6749 § 5.2, and the one that others send instead. */
const refusals = [400, 401, 403];
/** Errors that report the provider's own state (RFC 6749 § 4.1.2.1), with whatever status. */
const ownErrors = ['server_error', 'temporarily_unavailable'];

function isCallersMistake(given: GivenByCaller, status: number, error: string | undefined): boolean {
  if (given === 'nothing' || !refusals.includes(status)) return false;
  return given === 'code' ? error === 'invalid_grant' : error === undefined || !ownErrors.includes(error);
}

/** The human-readable members of an error (RFC 6749 § 5.2); others may repeat what was sent. */
function errorIn(text: string): { error?: string | undefined; description?: string | undefined } {
  try {
    const { error, error_description: description } = JSON.parse(text) as Record<string, unknown>;
    const word = (value: unknown) => (typeof value === 'string' ? value : undefined);
    return { error: word(error), description: word(description) };
  } catch {
    return {};
  }
}

function tokensIn({ displayName }: TokenRequest, text: string): Tokens {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    throw malformed(displayName, 'answered something that is not JSON');
  }
  if (typeof answer === 'object' && answer !== null && !Array.isArray(answer)) return answer as Tokens;
  throw malformed(displayName, 'answered something that is not a JSON object');
}

function malformed(displayName: string, what: string): Problem {
  return new Problem('upstream', `${displayName} ${what}.`, { errorKey: 'providerMalformed' });
}
