import type { Handler } from '../../http/exchange.ts';
import type { tokensApi } from './api.ts';
import { realmAddress } from './realm.ts';
import type { TokensServices } from './services.ts';

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
