import { accessToken } from '../../../domain/credentials/tokens/access-token.ts';
import type { AccessAsked, TokenServices } from '../../../domain/credentials/tokens/token-services.ts';
import type { Authorize } from './transport.ts';

const scheme = 'Bearer ';
/** So long a token is used without a look at its credential; a deleted one stops its rounds within this time. */
const knownMilliseconds = 30_000;

/**
 * Authorizes requests with the access token of a credential (RFC 6750), which is renewed before it expires and after the provider has refused it.
 *
 * @param beside further headers of each request, such as an API key.
 */
export function bearer(
  asked: Omit<AccessAsked, 'rejected'>,
  services: TokenServices,
  beside: Readonly<Record<string, string>> = {},
): Authorize {
  let known: { token: string; until: number } | undefined;
  return async (_, rejected) => {
    const used = rejected?.authorization?.slice(scheme.length);
    if (!known || known.until <= services.clock.now() || known.token === used) {
      const access = await accessToken({ ...asked, rejected: used }, services);
      if (access.kind === 'failed') return access;
      known = { token: access.token, until: services.clock.now() + knownMilliseconds };
    }
    return { kind: 'authorized', headers: { ...beside, authorization: scheme + known.token } };
  };
}
