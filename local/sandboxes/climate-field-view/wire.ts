import { header, Refusal, type SandboxAnswer, type SandboxRequest } from '../server/exchange.ts';
import { type Grant, grantsOf, type Issued } from '../server/grants.ts';
import { authorize, bearerOf, type Client, type Consent, exchangeToken } from '../server/oauth.ts';
import { findRoute } from '../server/routes.ts';
import type { SandboxClock } from '../server/sandbox-clock.ts';
import type { Wire } from '../server/sandbox-server.ts';
import { seededIds } from '../world/seeded.ts';
import { problem } from './call.ts';
import { climateControl } from './control.ts';
import { fieldRoutes } from './fields.ts';
import { layerRoutes } from './layers.ts';
import { accessRules, climateTokens, scopes } from './tokens.ts';
import { uploadRoutes } from './uploads.ts';
import { firstWorld } from './world.ts';

export interface ClimateOptions {
  seed: string;
  clock: SandboxClock;
  client: Client;
  /** The value of `X-Api-Key`. */
  apiKey: string;
}

/** The wire of Climate FieldView: login page, tokens and platform at one address. */
export function climateWire(endpoint: string, { seed, clock, client, apiKey }: ClimateOptions): Wire {
  const world = firstWorld(seed);
  const { uuid } = seededIds(seed);
  const tokens = climateTokens(seed);
  const grants = grantsOf(tokens, clock, accessRules, (grant, seconds) => ({
    ...{ iss: endpoint, aud: 'platform', cid: grant.clientId, sub: 'sandbox-grower', scope: grant.scopes.join(' ') },
    ...seconds,
  }));
  const consent: Consent = {
    ...{ title: 'Climate FieldView', client, grants, scopes, withheld: 'asHarvested:read' },
    answered(answer) {
      world.isNothingSelected = answer === 'nothing';
    },
  };
  const routes = [...fieldRoutes, ...layerRoutes, ...uploadRoutes()];
  const routeOf = ({ method, path }: SandboxRequest) => findRoute(routes, method, path);
  let requests = 0;

  return {
    kindOf(request) {
      const found = routeOf(request);
      return signInKinds[request.path] ?? (typeof found === 'object' ? found.route.kind : 'other');
    },
    answer(request) {
      const signIn = signInKinds[request.path];
      if (signIn && request.method !== (signIn === 'token' ? 'POST' : 'GET'))
        return problem(405, 'method_not_allowed', 'The method is not allowed.');
      if (signIn) return signIn === 'token' ? exchangeToken(request, consent, shown) : authorize(request, consent);
      if (header(request, 'x-api-key') !== apiKey) return { status: 403, body: { message: 'Forbidden' } };
      const found = routeOf(request);
      if (found === undefined) return problem(404, 'not_found', 'The resource was not found.');
      if (found === 'method') return problem(405, 'method_not_allowed', 'The method is not allowed.');
      const { route, parameters } = found;
      const grant = allowed(request, route.scopes, grants.allowed);
      return route.run({ ...request, parameters, grant, world, tokens, uuid, now: clock.now() });
    },
    tooMany: (seconds) => ({
      status: 429,
      headers: { 'retry-after': seconds },
      body: { message: 'Too Many Requests' },
    }),
    control: climateControl(world, grants, uuid),
    headers() {
      requests += 1;
      return { 'x-http-request-id': uuid(`request ${requests}`) };
    },
  };
}

const signInKinds: Record<string, string> = {
  '/static/app-login': 'authorize',
  '/static/app-login/index.html': 'authorize',
  '/api/oauth/token': 'token',
};

function shown({ accessToken, refreshToken, accessSeconds, grant }: Issued): object {
  return {
    ...{ access_token: accessToken, token_type: 'bearer', refresh_token: refreshToken, expires_in: accessSeconds },
    scope: grant.scopes.join(' '),
    // TheClimateCorporation/api-example, v4/python/main.py and v5 User.java: the one who has signed in.
    user: { email: 'grower@example.com', firstname: 'Sandbox', lastname: 'Grower', country: 'US' },
  };
}

/** The grant of a call. @throws Refusal with 401 or 403. */
function allowed(
  request: SandboxRequest,
  needed: readonly string[],
  grantOf: (token: string) => Grant | 'expired' | undefined,
): Grant {
  const refuse = (answer: SandboxAnswer): never => {
    throw new Refusal(answer);
  };
  const token = bearerOf(request);
  const grant = token === undefined ? undefined : grantOf(token);
  if (grant === undefined || grant === 'expired') {
    return refuse(
      problem(401, 'unauthorized', grant ? 'The access token is expired.' : 'The access token is missing or invalid.'),
    );
  }
  if (!needed.some((scope) => grant.scopes.includes(scope))) {
    return refuse(problem(403, 'forbidden', `The token lacks a scope: ${needed.join(' or ')}.`));
  }
  return grant;
}
