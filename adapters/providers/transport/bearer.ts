import { accessToken } from '../../../domain/credentials/tokens/access-token.ts';
import type { AccessAsked, TokenServices } from '../../../domain/credentials/tokens/token-services.ts';
import type { Authorize } from './transport.ts';

const scheme = 'Bearer ';

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
  return async (_, rejected) => {
    const used = rejected?.authorization;
    const access = await accessToken({ ...asked, ...(used && { rejected: used.slice(scheme.length) }) }, services);
    if (access.kind === 'failed') return access;
    return { kind: 'authorized', headers: { ...beside, authorization: scheme + access.token } };
  };
}
