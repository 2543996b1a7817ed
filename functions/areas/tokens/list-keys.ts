import type { Handler } from '../../http/exchange.ts';
import type { tokensApi } from './api.ts';
import { realmAddress } from './realm.ts';
import type { TokensServices } from './services.ts';

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
