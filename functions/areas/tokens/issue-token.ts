import type { Client } from '../../../domain/access/client.ts';
import { newRefreshToken, refresh } from '../../../domain/access/refresh.ts';
import { type SignedIn, signIn } from '../../../domain/access/sign-in.ts';
import type { KeyOf } from '../../../domain/error-keys.ts';
import { Problem } from '../../../domain/errors.ts';
import type { Handler, Input } from '../../http/exchange.ts';
import type { tokensApi } from './api.ts';
import { realmAddress } from './realm.ts';
import type { TokensServices } from './services.ts';

type Operation = typeof tokensApi.endpoints.issueToken;
type Grant = (
  input: Input<Operation>,
  client: Client,
  services: TokensServices,
) => Promise<SignedIn & { refreshToken: string }>;

export const issueToken: Handler<Operation, TokensServices> = async (input, services) => {
  const { body, params, request } = input;
  const issuer = realmAddress(request, params.realm);
  const grant = Object.hasOwn(grants, body.grant_type) ? grants[body.grant_type] : undefined;
  if (!grant) throw oauth('unsupported_grant_type', 'The grant_type must be password or refresh_token.');
  const client = await services.identity.client(body.client_id);
  if (!client)
    throw new Problem('unauthenticated', `There is no client ${body.client_id}.`, { errorKey: 'invalid_client' });
  const { owner, at, refreshToken } = await grant(input, client, services);
  const issued = await services.issuer.issue({
    owner,
    at,
    kind: 'access',
    lifetimeSeconds: client.accessSeconds,
    issuer,
  });
  return {
    status: 200,
    headers: { 'cache-control': 'no-store', pragma: 'no-cache' },
    body: {
      access_token: issued.token,
      expires_in: issued.expiresInSeconds,
      refresh_expires_in: client.refreshSeconds,
      refresh_token: refreshToken,
      token_type: 'Bearer',
    },
  };
};

const grants: Record<string, Grant | undefined> = {
  async password({ body, request }, client, services) {
    const { username, password } = body;
    if (!username || !password) throw oauth('invalid_request', 'The password grant needs username and password.');
    const signedIn = await signIn(services, { username, password, address: request.sourceIp });
    if (!signedIn) throw oauth('invalid_grant', 'The username or the password is wrong.');
    return { ...signedIn, refreshToken: await newRefreshToken(services, { ...signedIn, client }) };
  },
  async refresh_token({ body }, client, services) {
    if (!body.refresh_token) throw oauth('invalid_request', 'The refresh_token grant needs refresh_token.');
    const refreshed = await refresh(services, { secret: body.refresh_token, client });
    if (!refreshed)
      throw oauth('invalid_grant', 'The refresh token is unknown, expired, already used or revoked. Sign in again.');
    return refreshed;
  },
};

function oauth(error: KeyOf<'invalid'>, detail: string): Problem {
  return new Problem('invalid', detail, { errorKey: error });
}
