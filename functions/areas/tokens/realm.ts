import { realm as ours } from '../../../domain/access/client.ts';
import { Problem } from '../../../domain/errors.ts';
import type { Handler, RequestContext } from '../../http/exchange.ts';
import type { tokensApi } from './api.ts';
import type { TokensServices } from './services.ts';

/** The address of the realm, which is also the issuer of its tokens. It is the same under both bases. */
export function realmAddress(request: RequestContext, realm: string): string {
  if (realm !== ours)
    throw new Problem('notFound', `There is no realm ${realm}; use ${ours}.`, { errorKey: 'realmNotFound' });
  return `${request.base.replace(/\/v2$/, '')}/auth/realms/${ours}`;
}

export const discover: Handler<typeof tokensApi.endpoints.discover, TokensServices> = async ({ params, request }) => {
  const issuer = realmAddress(request, params.realm);
  return {
    status: 200,
    body: {
      issuer,
      token_endpoint: `${issuer}/protocol/openid-connect/token`,
      jwks_uri: `${issuer}/protocol/openid-connect/certs`,
      grant_types_supported: ['password', 'refresh_token'],
      token_endpoint_auth_methods_supported: ['none'],
      id_token_signing_alg_values_supported: ['RS256'],
      response_types_supported: ['token'],
      subject_types_supported: ['public'],
    },
  };
};

export const listKeys: Handler<typeof tokensApi.endpoints.listKeys, TokensServices> = async (
  { params, request },
  { keys, clock },
) => {
  realmAddress(request, params.realm);
  const now = clock.now();
  const valid = (await keys.all()).filter(({ retiresAt }) => retiresAt === undefined || retiresAt > now);
  return {
    status: 200,
    headers: { 'cache-control': 'public, max-age=300' },
    body: { keys: valid.map((key) => key.public) },
  };
};
