import { listen } from '../../http/http-listener.ts';
import { header, Refusal, type SandboxRequest } from '../server/exchange.ts';
import { type Grant, grantsOf } from '../server/grants.ts';
import { bearerOf, type Client, type Consent } from '../server/oauth.ts';
import { belowBase, findRoute } from '../server/routes.ts';
import type { SandboxClock } from '../server/sandbox-clock.ts';
import type { Wire } from '../server/sandbox-server.ts';
import { send } from '../server/send.ts';
import { signedTokens } from '../server/signed-tokens.ts';
import { seededIds } from '../world/seeded.ts';
import { axiom, missingScope, problem } from './answers.ts';
import type { DeereRoute } from './call.ts';
import { connectionPage } from './connection-pages.ts';
import { deereControl } from './control.ts';
import { firstWorld } from './first-world.ts';
import { checkConnection, notConnected } from './organizations.ts';
import { deereRoutes } from './routes.ts';
import { answerStorage } from './shapefiles.ts';
import { accessRules, answerSignIn, authorizationServer, deereTokens, scopes, signInKind } from './sign-in.ts';

export interface DeereOptions {
  seed: string;
  clock: SandboxClock;
  client: Client;
}

/** The wire of John Deere Operations Center: sign-in, platform, equipment and connections at one address, files at another. */
export async function deereWire(endpoint: string, { seed, clock, client }: DeereOptions): Promise<Wire> {
  const world = firstWorld(seed);
  const { uuid } = seededIds(seed);
  const tokens = deereTokens(seed);
  const grants = grantsOf(tokens, clock, accessRules, (grant, seconds) => ({
    ...{
      ver: 1,
      iss: `${endpoint}${authorizationServer}`,
      aud: 'com.deere.isg.sandbox',
      cid: grant.clientId,
      uid: 'sandbox-grower',
    },
    ...{ scp: grant.scopes, sub: 'sandbox-grower', ...seconds },
  }));
  const links = signedTokens(seed, 'John Deere, files');
  const storage = await listen(
    async (request, response) => {
      const { method = 'GET', url: path = '/', headers } = request;
      await send(response, method, answerStorage({ method, path, headers }, links, world, clock.now()));
    },
    { host: '127.0.0.1', graceMilliseconds: 0 },
  );
  const consent: Consent = {
    ...{ title: 'John Deere Operations Center', client, grants, scopes, withheld: 'ag2' },
    answered(answer) {
      world.isNothingSelected = answer === 'nothing';
    },
  };
  const routes = deereRoutes(links);
  const routeOf = (request: SandboxRequest) => {
    const path = routePath(request.path);
    return path === undefined ? undefined : findRoute(routes, request.method, path);
  };

  return {
    kindOf(request) {
      const found = routeOf(request);
      const page = otherKinds[request.path.split('/')[1] ?? ''];
      return signInKind(request) ?? page ?? (typeof found === 'object' ? found.route.kind : 'other');
    },
    answer(request) {
      const signIn = signInKind(request);
      if (signIn) return answerSignIn(request, signIn, consent);
      if (request.path.startsWith('/connections/')) return connectionPage(request, world, () => grants.end('revoked'));
      if (request.path.startsWith('/exports/')) return answerStorage(request, links, world, clock.now());
      const found = routeOf(request);
      if (found === undefined) return problem(404, { message: 'The resource was not found.' });
      if (found === 'method') return problem(405, { message: `${request.method} is not allowed here.` });
      const { route, parameters } = found;
      const grant = allowed(request, route, (token) => grants.allowed(token));
      const { base } = request;
      // Through a proxy only this address can be reached.
      const isForwarded = header(request, 'x-forwarded-host') !== undefined;
      const call = {
        ...request,
        parameters,
        grant,
        world,
        uuid,
        now: clock.now(),
        platform: `${base}/platform`,
        storage: isForwarded ? base : storage.endpoint,
      };
      checkConnection(call);
      checkOperation(call);
      return route.run(call);
    },
    tooMany: (seconds) => ({
      ...problem(429, { message: 'Too many requests.' }),
      headers: { 'retry-after': seconds, 'content-type': `${axiom};charset=UTF-8` },
    }),
    control: deereControl(world, grants, `${endpoint}/platform`, clock.now),
    close: () => storage.close(),
  };
}

/** Kinds of calls that are none of the platform, by the first part of the path. */
const otherKinds: Record<string, string> = { connections: 'connectionPage', exports: 'export' };

/** The path of a route: below the base of the platform, or with that of equipment. */
function routePath(path: string): string | undefined {
  return belowBase(path, '/platform') ?? (belowBase(path, '/isg') && path);
}

/** The grant of a call. @throws Refusal with 401, 406 or 403. */
function allowed(
  request: SandboxRequest,
  { scopes: needed, type }: DeereRoute,
  grantOf: (token: string) => Grant | 'expired' | undefined,
): Grant {
  const token = bearerOf(request);
  const grant = token === undefined ? undefined : grantOf(token);
  if (grant === undefined || grant === 'expired') {
    const message = grant ? 'The access token is expired.' : 'The access token is missing or invalid.';
    throw new Refusal({
      ...problem(401, { message }),
      headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
    });
  }
  if (!isAcceptable(header(request, 'accept'), type))
    throw new Refusal(problem(406, { message: `Accept has to allow ${axiom}.` }));
  const missing = needed.filter((scope) => !grant.scopes.includes(scope));
  if (missing.length > 0) throw new Refusal(missingScope(grant, missing));
  return grant;
}

function isAcceptable(accept: string | undefined, type: DeereRoute['type']): boolean {
  if (accept === undefined || type === 'file') return true;
  return (
    accept.includes('*/*') ||
    accept.includes('application/*') ||
    /application\/(vnd\.deere\.axiom\.v3\+)?json/.test(accept)
  );
}

/** Operations and their files are those of connected organizations. @throws Refusal with 403. */
function checkOperation({
  world,
  parameters,
}: {
  world: ReturnType<typeof firstWorld>;
  parameters: Record<string, string>;
}): void {
  const operation = world.operations.get(parameters.operation ?? '');
  if (!operation) return;
  const isConnected =
    world.organizations.get(operation.organizationId)?.isConnected === true && !world.isNothingSelected;
  if (!isConnected) throw new Refusal(notConnected(operation.organizationId));
}
