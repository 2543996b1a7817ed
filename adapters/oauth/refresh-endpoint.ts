import * as z from 'zod';
import type { Clock } from '../../domain/clock.ts';
import type { RefreshAnswer, RefreshEndpoint } from '../../domain/credentials/tokens/refresh-endpoint.ts';
import { givenTokens } from '../../domain/credentials/tokens/token-answer.ts';
import { cleaned } from '../../domain/oauth/consent.ts';
import { addressesOf, type GivenAddresses } from '../../domain/providers/addresses.ts';
import { providerOf } from '../../domain/providers/providers.ts';
import { type Failure, failed } from '../../domain/transport/outcome.ts';
import { hostsOf } from '../../domain/transport/provider-hosts.ts';
import { jsonOf } from '../providers/transport/expects.ts';
import { providerTransport } from '../providers/transport/send.ts';
import type { Wire } from '../providers/transport/wire.ts';
import { basicOf } from './basic-proof.ts';

const answerSchema = z.record(z.string(), z.unknown());
/** Maximum bytes of a response, which has a few tokens of some kilobytes. */
const maxAnswerBytes = 100_000;

/** Refuses a token or client for good (RFC 6749, 5.2; John Deere answers any 400 to a dead token). */
const endings = [400, 401, 403];
/** Errors that report the provider's own state, with whatever status. */
const ownErrors = ['server_error', 'temporarily_unavailable', 'slow_down'];

/** Token endpoints of the providers with a code grant, over the same transport as their data. */
export function refreshEndpoint(options: { wire: Wire; addresses: GivenAddresses; clock: Clock }): RefreshEndpoint {
  return {
    async refresh({ provider, environment, members, seen }): Promise<RefreshAnswer> {
      const { displayName, grant } = providerOf(provider);
      const addresses = addressesOf(provider, environment, options.addresses);
      const { refreshToken } = members;
      const { id, secret } = grant?.client ?? { id: 'clientId', secret: 'clientSecret' };
      const [clientId, clientSecret] = [members[id], members[secret]];
      if (!grant || addresses.token === undefined)
        return notKnown(`Nothing is known of how ${displayName} renews its access.`);
      if (!refreshToken || clientId === undefined || clientSecret === undefined) {
        return {
          kind: 'ended',
          status: 0,
          message: `The ${displayName} credential has no refresh token or client. Connect it anew.`,
        };
      }
      const isBasic = grant.clientProof === 'basic';
      const outcome = await providerTransport({ ...options, hosts: hostsOf(displayName, addresses), seen }).send({
        method: 'POST',
        url: new URL(addresses.token),
        expects: jsonOf(answerSchema, maxAnswerBytes),
        ...(isBasic && { headers: { authorization: `Basic ${basicOf({ user: clientId, password: clientSecret })}` } }),
        body: {
          form: {
            grant_type: 'refresh_token',
            refresh_token: refreshToken,
            ...(!isBasic && { client_id: clientId, client_secret: clientSecret }),
          },
        },
      });
      if (outcome.kind === 'failed') return refusalIn(displayName, outcome.failure);
      const tokens = outcome.kind === 'answered' ? givenTokens(outcome.value) : undefined;
      return tokens
        ? { kind: 'given', tokens }
        : notKnown(`${displayName} answered a refresh without an access token.`);
    },
  };
}

function notKnown(message: string): RefreshAnswer {
  return failed('malformed', message);
}

function refusalIn(name: string, failure: Failure): RefreshAnswer {
  const { status = 0, answered = '' } = failure;
  const error = errorIn(answered);
  if (!endings.includes(status) || (error !== undefined && ownErrors.includes(error)))
    return { kind: 'failed', failure };
  const said = error === undefined ? '' : `: ${cleaned(error)}`;
  return {
    kind: 'ended',
    status,
    message: `${name} does not renew the access (${status}${said}). Connect the account anew.`,
  };
}

function errorIn(text: string): string | undefined {
  try {
    const { error } = JSON.parse(text) as Record<string, unknown>;
    return typeof error === 'string' ? error : undefined;
  } catch {
    return undefined;
  }
}
