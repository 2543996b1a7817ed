import { header, type SandboxAnswer, type SandboxRequest } from '../server/exchange.ts';
import { grantsOf, type Issued } from '../server/grants.ts';
import { authorize, bearerOf, type Client, type Consent, exchangeToken } from '../server/oauth.ts';
import { findRoute } from '../server/routes.ts';
import type { SandboxClock } from '../server/sandbox-clock.ts';
import type { Wire } from '../server/sandbox-server.ts';
import { fieldNetRoutes, refusal } from './answers.ts';
import { fieldNetControl } from './control.ts';
import { accessRules, fieldNetTokens, scopes } from './tokens.ts';
import { firstWorld, rights } from './world.ts';

export interface FieldNetOptions {
  seed: string;
  clock: SandboxClock;
  client: Client;
}

/** The wire of Lindsay FieldNET v2: sign-in, tokens and data at one address. */
export function fieldNetWire(endpoint: string, { seed, clock, client }: FieldNetOptions): Wire {
  const world = firstWorld(seed, clock.now());
  const grants = grantsOf(fieldNetTokens(seed), clock, accessRules, (grant, seconds) => ({
    ...{ iss: endpoint, client_id: grant.clientId, sub: 'sandbox-grower', scope: grant.scopes },
    ...seconds,
  }));
  const consent: Consent = {
    ...{ title: 'FieldNET', client, grants, scopes, withheld: 'offline_access' },
    answered(answer) {
      world.rights = new Set(answer === 'nothing' ? [] : rights);
    },
  };
  const routeOf = ({ method, path }: SandboxRequest) => findRoute(fieldNetRoutes, method, path);

  return {
    kindOf(request) {
      const found = routeOf(request);
      return signInKinds[request.path] ?? (typeof found === 'object' ? found.route.kind : 'other');
    },
    answer(request) {
      const signIn = signInKinds[request.path];
      if (signIn && request.method !== (signIn === 'token' ? 'POST' : 'GET'))
        return refusal(405, 'The method is not allowed.');
      if (signIn === 'token') return tokenAnswer(request, consent);
      if (signIn) return authorizeAnswer(request, consent);
      const found = routeOf(request);
      if (found === undefined) return refusal(404, 'Not found.');
      if (found === 'method') return refusal(405, 'The method is not allowed.');
      const grant = grants.allowed(bearerOf(request) ?? '');
      if (grant === undefined || grant === 'expired' || !grant.scopes.includes('api'))
        return refusal(401, 'The access token is missing, invalid or expired.');
      const { route, parameters } = found;
      if (route.right && !world.rights.has(route.right)) return refusal(403, `The right ${route.right} is missing.`);
      return route.run({ ...request, parameters, world, now: clock.now() });
    },
    tooMany: (seconds) => ({ ...refusal(429, 'Too many requests.'), headers: { 'retry-after': seconds } }),
    control: fieldNetControl(world, grants),
  };
}

const signInKinds: Record<string, string> = { '/connect/authorize': 'authorize', '/connect/token': 'token' };

/** The page wants a proof key (RFC 7636, S256) and the scope `api`. */
function authorizeAnswer(request: SandboxRequest, consent: Consent): SandboxAnswer {
  const { query } = request;
  const isProven = query.get('code_challenge') && query.get('code_challenge_method') === 'S256';
  if (!isProven || !(query.get('scope') ?? '').split(/[ +]/).includes('api')) {
    const description = 'code_challenge with code_challenge_method=S256 and the scope api are required.';
    return { status: 400, body: { error: 'invalid_request', error_description: description } };
  }
  return authorize(request, consent);
}

/** The client is in the form, not in a header. */
function tokenAnswer(request: SandboxRequest, consent: Consent): SandboxAnswer {
  if (header(request, 'authorization') !== undefined) return { status: 400, body: { error: 'invalid_client' } };
  return exchangeToken(request, consent, shown);
}

function shown({ accessToken, refreshToken, accessSeconds, grant }: Issued): object {
  const isOffline = grant.scopes.includes('offline_access');
  return {
    ...{ access_token: accessToken, token_type: 'Bearer', expires_in: accessSeconds, scope: grant.scopes.join(' ') },
    ...(isOffline && { refresh_token: refreshToken }),
  };
}
