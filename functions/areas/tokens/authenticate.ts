import { realm } from '../../../domain/access/client.ts';
import { signIn } from '../../../domain/access/sign-in.ts';
import { Problem } from '../../../domain/errors.ts';
import type { Handler } from '../../http/exchange.ts';
import type { tokensApi } from './api.ts';
import { realmAddress } from './realm.ts';
import type { TokensServices } from './services.ts';

const day = 24 * 60 * 60;
const lifetimeSeconds = { remembered: 30 * day, usual: day };

export const authenticate: Handler<typeof tokensApi.endpoints.authenticate, TokensServices> = async (
  { body, request },
  services,
) => {
  const { username, password, rememberMe } = body;
  const signedIn = await signIn(services, { username, password, address: request.sourceIp });
  if (!signedIn)
    throw new Problem('unauthenticated', 'The username or the password is wrong.', { errorKey: 'badCredentials' });
  const { token } = await services.issuer.issue({
    ...signedIn,
    kind: 'id',
    lifetimeSeconds: rememberMe ? lifetimeSeconds.remembered : lifetimeSeconds.usual,
    issuer: realmAddress(request, realm),
  });
  return { status: 200, headers: { 'cache-control': 'no-store' }, body: { id_token: token } };
};
