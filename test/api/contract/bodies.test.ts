import { beforeAll, expect, test } from 'vitest';
import { isThorough } from '../../thorough.ts';
import { freeTypes } from '../alerts/listener.ts';
import { idle } from '../cloud.ts';
import type { Answer } from '../owner.ts';
import { mayMissBody } from './hostile-bodies.ts';
import { bodyMembers, endpoints, refusesUnknown, validRequest } from './requests.ts';
import { freshWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await freshWorld();
});

const json = endpoints.filter(({ endpoint }) => endpoint.body?.kind === 'json');

test('only bodies of clients of other services may have unknown members', () => {
  const lenient = json.filter((route) => bodyMembers(route).length > 0 && !refusesUnknown(route));
  expect([...new Set(lenient.map(({ area }) => area))]).toEqual(['oauth']);
});

/** The endpoint's valid request with another body. */
function send(route: (typeof json)[number], body: string, type = 'application/json'): Promise<Answer<unknown>> {
  const { method, path } = validRequest(route, world.ids);
  return world.owner.call(method, path, { body, headers: { 'content-type': type } });
}

test.each(json.filter(mayMissBody))('$title takes no body as an empty one', async (route) => {
  const { method, path } = validRequest(route, world.ids);
  // A resource that can exist only once is there already; both responses are those to `{}`.
  const [none, blank, empty] = [await world.owner.call(method, path), await send(route, ' '), await send(route, '{}')];
  expect(Math.floor(none.status / 100)).not.toBe(5);
  expect([none, blank, empty].map(({ body }) => (body as { errorKey?: string }).errorKey)).not.toContain('bodyMissing');
  if (none.status < 300) expect([200, 201, 409]).toContain(empty.status);
  else expect([blank.status, empty.status]).toEqual([none.status, none.status]);
});

// Each request is valid, and starts work.
const some = json.filter((_, position) => isThorough || position % 4 === 0);
test.each(some)('$title accepts a document with a byte order mark and a charset', async (route) => {
  // Fields created before have started work on files, which cannot be merged meanwhile.
  await idle();
  if (route.operationId === 'createWebhook') await freeTypes(world.owner, world.ids.webhookId);
  const valid = JSON.stringify(validRequest(route, world.ids).sent.json);
  const answer = await send(route, `\uFEFF${valid}`, 'application/json; charset=utf-8');
  expect(answer.status).not.toBe(400);
  expect(answer.status).not.toBe(415);
});
