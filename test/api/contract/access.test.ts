import { beforeAll, describe, expect, test } from 'vitest';
import { cloud } from '../cloud.ts';
import { freshOwner, request } from '../owner.ts';
import { expectProblem } from './problem.ts';
import { asksProvider, makesByName, ownedEndpoints, validRequest } from './requests.ts';
import { badTokens } from './tokens.ts';
import { freshWorld, nobodys, unknownIds, type World } from './world.ts';

const unused: Record<string, string> = new Proxy({}, { get: () => nobodys });
const owner = await freshOwner();

describe.each(ownedEndpoints)('$title', (route) => {
  const { method, path, sent } = validRequest(route, unused);

  test('requires a token', async () => {
    const answer = await request(method, path, sent);
    expectProblem(answer, 401, 'unauthenticated');
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  });
});

const oneOfEachArea = [...new Map(ownedEndpoints.map((route) => [route.area, route])).values()];
describe.each(oneOfEachArea)('the area $area', (route) => {
  test.each(badTokens(owner))('refuses $name', async ({ sent: bad, told }) => {
    const { method, path, sent } = validRequest(route, unused);
    const { errorKey, detail } = expectProblem(await owner.call(method, path, { ...sent, ...(await bad()) }), 401);
    if (told) expect(detail).toContain(told);
    else expect(errorKey).toBe('unauthenticated');
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

  test.each(naming.filter((route) => !asksProvider(route)))('is unchanged after $title', async (route) => {
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
