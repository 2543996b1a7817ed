import type { SandboxRequest } from '../server/exchange.ts';
import { grantsOf, type Issued } from '../server/grants.ts';
import { authorize, bearerOf, type Client, type Consent, exchangeToken, revokeToken } from '../server/oauth.ts';
import { belowBase, findRoute } from '../server/routes.ts';
import type { SandboxClock } from '../server/sandbox-clock.ts';
import type { Wire } from '../server/sandbox-server.ts';
import { seededIds } from '../world/seeded.ts';
import { trimbleControl } from './control.ts';
import { refusal, trimbleRoutes } from './routes.ts';
import { accessRules, trimbleTokens } from './tokens.ts';
import { firstWorld } from './world.ts';

export interface TrimbleOptions {
  seed: string;
  clock: SandboxClock;
  client: Client;
  /** The name that the provider gave the application, which is its scope. */
  applicationName: string;
}

const root = '/trimble-ag-software/externalapi/3.0';

/** The wire of Trimble Ag: identity and data at one address. */
export function trimbleWire(endpoint: string, { seed, clock, client, applicationName }: TrimbleOptions): Wire {
  const world = firstWorld(seed);
  const { uuid } = seededIds(seed);
  const grants = grantsOf(trimbleTokens(seed), clock, accessRules, (grant, seconds) => ({
    ...{ iss: endpoint, azp: grant.clientId, sub: 'sandbox-grower', scope: grant.scopes.join(' ') },
    ...seconds,
  }));
  const consent: Consent = {
    ...{ title: 'Trimble', client, grants, scopes: [applicationName], withheld: applicationName },
    answered(answer) {
      world.isNothingSelected = answer === 'nothing';
    },
  };
  const routeOf = ({ method, path }: SandboxRequest) => {
    const below = belowBase(path, root, true);
    return below === undefined ? undefined : findRoute(trimbleRoutes, method, below);
  };

  return {
    kindOf(request) {
      const found = routeOf(request);
      return identity[request.path]?.kind ?? (typeof found === 'object' ? found.route.kind : 'other');
    },
    answer(request) {
      const asked = identity[request.path];
      if (asked && request.method !== asked.method) return refusal(405, 'The method is not allowed.');
      if (asked?.kind === 'token') return exchangeToken(request, { ...consent, isForApplications: true }, shown);
      if (asked?.kind === 'revoke') return revokeToken(request, consent);
      if (asked?.kind === 'authorize') return authorize(request, consent);
      const grant = grants.allowed(bearerOf(request) ?? '');
      if (grant === undefined || grant === 'expired') return refusal(401, 'The token is missing, invalid or expired.');
      if (asked?.kind === 'userinfo') return { status: 200, body: { sub: 'sandbox-grower' } };
      if (!grant.scopes.includes(applicationName)) return refusal(403, 'The token has another scope.');
      const found = routeOf(request);
      if (found === undefined) return refusal(404, 'Not found.');
      if (found === 'method') return refusal(405, 'The method is not allowed.');
      return found.route.run({ ...request, parameters: found.parameters, world, uuid });
    },
    tooMany: (seconds) => ({ ...refusal(429, 'Too many requests.'), headers: { 'retry-after': seconds } }),
    control: trimbleControl(world, grants),
  };
}

const identity: Record<string, { kind: string; method: string }> = {
  '/oauth/authorize': { kind: 'authorize', method: 'GET' },
  '/oauth/token': { kind: 'token', method: 'POST' },
  '/oauth/revoke': { kind: 'revoke', method: 'POST' },
  '/oauth/userinfo': { kind: 'userinfo', method: 'GET' },
};

const shown = ({ accessToken, refreshToken, accessSeconds }: Issued): object => ({
  access_token: accessToken,
  token_type: 'bearer',
  refresh_token: refreshToken,
  expires_in: accessSeconds,
});
