import { json, startProvider } from '../providers/transport/provider-server.ts';

/** How a provider treats a refresh token that has been used. */
export type Rotation = 'used once' | 'lives on for a while' | 'never changed';

/** A token endpoint, with the refresh tokens that it takes. */
export async function startTokenProvider(
  rotation: Rotation,
  { expiresIn = 14_399 as number | string, refreshToken = 'r-0' } = {},
) {
  const good = new Set([refreshToken]);
  const state = {
    refreshes: 0,
    revoked: false,
    delayMilliseconds: 0,
    fails: [] as (number | 'half' | 'invalid_client')[],
  };
  const server = await startProvider(async ({ body }, response) => {
    const used = new URLSearchParams(body).get('refresh_token') ?? '';
    state.refreshes += 1;
    const fail = state.fails.shift();
    if (fail === 'half') {
      response.writeHead(200, { 'content-length': '500' });
      response.write('{"access_token":"a-lost');
      return void setTimeout(() => response.destroy(), 20);
    }
    if (fail === 'invalid_client') return json(response, { error: 'invalid_client' }, 401);
    if (fail !== undefined) return json(response, {}, fail);
    if (state.revoked || !good.has(used)) return json(response, { error: 'invalid_grant', sent: used }, 400);
    const number = Number(used.split('-')[1]) + 1;
    if (rotation === 'used once') good.delete(used);
    const next = rotation === 'never changed' ? used : `r-${number}`;
    good.add(next);
    const answer = {
      access_token: `a-${state.refreshes}`,
      expires_in: expiresIn,
      ...(rotation !== 'never changed' && { refresh_token: next }),
    };
    await new Promise((resolve) => setTimeout(resolve, state.delayMilliseconds));
    json(response, answer);
  });
  return { ...server, state, good };
}
