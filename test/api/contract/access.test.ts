import { SignJWT } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { shareOf } from '../../thorough.ts';
import { cloud, cloudClock } from '../cloud.ts';
import { asOwner, freshOwner, request, type Sent } from '../owner.ts';
import { expectProblem } from './problem.ts';
import { makesByName, ownedEndpoints, validRequest } from './requests.ts';
import { freshWorld, nobodys, unknownIds, type World } from './world.ts';

const unused: Record<string, string> = new Proxy({}, { get: () => nobodys });
const owner = await freshOwner();
const [legacyToken, accessToken] = [await owner.token('id'), await owner.token('access')];
const expired = await owner.token('id', -1);

/** Invalid tokens, for every endpoint. */
const badTokens: [string, () => Promise<string>][] = [
  ['malformed', async () => 'not.a.token'],
  ['unsigned', async () => `${btoa('{"alg":"none"}')}.${btoa(`{"sub":"${owner.owner.id}","kind":"id"}`)}.`],
  ['changed', async () => (await owner.token('id')).replace(/\.[^.]+\./, (claims) => `${claims.slice(0, -3)}xx.`)],
  ['signed by another key', forged],
  ['of an owner that is not there', () => asOwner({ ...owner.owner, id: crypto.randomUUID() }).token('id')],
];

/** Invalid authorization of a request, and what the error says of the right base. */
const refused: [string, Sent, string | undefined][] = [
  ['a password', { headers: { authorization: 'Basic eDp5' } }, undefined],
  ['an expired token', { token: expired }, undefined],
  ['an access token under the base of legacy tokens', { token: accessToken }, 'under /v2'],
  ['a legacy token under /v2', { stage: 'access', token: legacyToken }, 'without /v2'],
];

async function forged(): Promise<string> {
  const now = Math.floor(cloudClock.now() / 1000);
  const claims = new SignJWT({ kind: 'id' }).setProtectedHeader({ alg: 'HS256' }).setSubject(owner.owner.id);
  return claims
    .setAudience('furrow')
    .setIssuedAt(now)
    .setExpirationTime(now + 60)
    .sign(new Uint8Array(32));
}

describe.each(ownedEndpoints)('$title', (route) => {
  const { method, path, sent } = validRequest(route, unused);

  test('requires a token', async () => {
    const answer = await request(method, path, sent);
    expectProblem(answer, 401, 'unauthenticated');
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  });

  test.each(shareOf(refused, ownedEndpoints.indexOf(route), 1))('refuses %s', async (_, given, told) => {
    const { errorKey, detail } = expectProblem(await owner.call(method, path, { ...sent, ...given }), 401);
    if (told) expect(detail).toContain(told);
    else expect(errorKey).toBe('unauthenticated');
  });
});

const oneOfEachArea = [...new Map(ownedEndpoints.map((route) => [route.area, route])).values()];
describe.each(oneOfEachArea)('the area $area', (route) => {
  test.each(badTokens)('refuses a token that is %s', async (_, token) => {
    const { method, path, sent } = validRequest(route, unused);
    expectProblem(await owner.call(method, path, { ...sent, token: await token() }), 401, 'unauthenticated');
  });
});

describe('a resource of another owner', () => {
  let world: World;
  beforeAll(async () => {
    world = await freshWorld();
  });

  const naming = ownedEndpoints.filter(
    (route) =>
      // A location on the earth has no owner, and what the caller names is created by the call.
      !route.path.includes('{latLon}') &&
      !makesByName(route) &&
      (route.endpoint.params || /svcUserId/.test(JSON.stringify(Object.keys(route.endpoint.query?.shape ?? {})))),
  );

  test.each(naming)('is unknown to $title', async (route) => {
    const foreign = validRequest(route, world.ids);
    const unknown = validRequest(route, unknownIds(world));
    const [first, second] = [
      await owner.call<object>(foreign.method, foreign.path, foreign.sent),
      await owner.call<object>(unknown.method, unknown.path, unknown.sent),
    ];
    if (route.endpoint.params || route.endpoint.method === 'POST') {
      expect(expectProblem(first, 404).errorKey).toBe(expectProblem(second, 404).errorKey);
    } else {
      // A cursor that is always there only reveals a time: how far a reader has come.
      const [shown, expected] = [first, second].map(({ body }) => ({ ...body, cursor: undefined }));
      expect([first.status, shown]).toEqual([200, expected]);
      const rows = Object.values(shown ?? {}).flat();
      expect(rows.filter((row) => typeof row === 'object')).toEqual([]);
    }
  });

  test.each(naming)('is unchanged after $title', async (route) => {
    if (route.endpoint.method !== 'GET') return;
    const { method, path } = validRequest(route, world.ids);
    expect((await world.owner.call(method, path)).status).toBeLessThan(400);
  });
});

test('the same paths are served under both bases', async () => {
  const path = '/services/usermanagement/api/users';
  expect((await owner.get(path)).status).toBe(200);
  const { status, headers } = await owner.get(path, { stage: 'access' });
  expect(status).toBe(200);
  expect(headers.get('link')).toContain(`${cloud.baseUrl}/v2${path}`);
});
