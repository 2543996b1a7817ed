import { beforeAll, describe, expect, test } from 'vitest';
import { isThorough, shareOf } from '../../thorough.ts';
import { freeTypes } from '../alerts/listener.ts';
import { idle } from '../cloud.ts';
import type { Answer } from '../owner.ts';
import { hostileTexts, nested } from './hostile.ts';
import { expectProblem } from './problem.ts';
import { answeredMembers, bodyMembers, endpoints, memberSchema, refusesUnknown, validRequest } from './requests.ts';
import { freshWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await freshWorld();
});

const wrongValues: [unknown][] = [[7.5], ['no such word'], [{ nested: { object: true } }], [['list']]];
const brokenBodies: [string, string, string | undefined][] = [
  ['half a document', '{"name": "A', 'malformedJson'],
  ['a list', '[]', undefined],
  ['a text', '"name"', undefined],
  ['null', 'null', undefined],
  ['a prototype member', '{"__proto__": {"admin": true}}', undefined],
  ['a hidden prototype member', '{"name": {"constructor": {"prototype": {}}}}', undefined],
  ['bottomless nesting', `{"name": ${nested(100_000)}}`, undefined],
  ['1 MB of a member', JSON.stringify({ name: 'x'.repeat(1_048_576) }), undefined],
];
/** Whether an object without any member is a valid body. */
const memberlessBody = ({ endpoint: { body } }: (typeof endpoints)[number]) =>
  body?.kind === 'json' && body.schema.safeParse({}).success;

const json = endpoints.filter(({ endpoint }) => endpoint.body?.kind === 'json');

test('only bodies of clients of other services may have unknown members', () => {
  const lenient = json.filter((route) => bodyMembers(route).length > 0 && !refusesUnknown(route));
  expect([...new Set(lenient.map(({ area }) => area))]).toEqual(['oauth']);
});

describe.each(json)('$title', (route) => {
  const position = json.indexOf(route);
  /** The endpoint's valid request with another body. */
  function send(body: string, type = 'application/json'): Promise<Answer<unknown>> {
    const { method, path } = validRequest(route, world.ids);
    return world.owner.call(method, path, { body, headers: { 'content-type': type } });
  }
  const valid = () => validRequest(route, world.ids).sent.json as Record<string, unknown>;

  const members = bodyMembers(route);
  const takes = (member: string, text: string) => memberSchema(route, member)?.safeParse(text).success;

  // A body that is a list has no members.
  if (members.length > 0 && refusesUnknown(route)) {
    test('refuses an unknown member by name', async () => {
      const problem = expectProblem(await send(JSON.stringify({ ...valid(), nonsense: 1 })), 400);
      expect(problem.errors).toContainEqual({ pointer: '#/nonsense', message: 'There is no such member.' });
      expect(problem.fieldErrors).toContainEqual({ field: 'nonsense', message: 'There is no such member.' });
    });
  }

  test.each(shareOf(wrongValues, position, 2))('refuses members that are %j, with their position', async (wrong) => {
    const refusing = members.filter((member) => !memberSchema(route, member)?.safeParse(wrong).success).slice(0, 20);
    const sent = Object.fromEntries(refusing.map((member) => [member, wrong]));
    if (refusing.length === 0) return;
    const problem = expectProblem(await send(JSON.stringify({ ...valid(), ...sent })), 400);
    const named = problem.errors?.map(({ pointer }) => pointer.split('/')[1]);
    expect([...new Set(named)].sort()).toEqual(refusing.sort());
  });

  test.each(shareOf(brokenBodies, position, 3))('refuses %s', async (_, body, errorKey) => {
    expectProblem(await send(body), 400, errorKey);
  });

  const mayMiss = route.method !== 'PATCH' && memberlessBody(route);
  test(mayMiss ? 'takes no body as an empty one' : 'refuses an empty body', async () => {
    const { method, path } = validRequest(route, world.ids);
    if (!mayMiss) {
      expectProblem(await send(''), 400, 'bodyMissing');
      return;
    }
    // A resource that can exist only once is there already; both responses are those to `{}`.
    const [none, blank, empty] = [await world.owner.call(method, path), await send(' '), await send('{}')];
    expect(Math.floor(none.status / 100)).not.toBe(5);
    expect([none, blank, empty].map(({ body }) => (body as { errorKey?: string }).errorKey)).not.toContain(
      'bodyMissing',
    );
    if (none.status < 300) expect([200, 201, 409]).toContain(empty.status);
    else expect([blank.status, empty.status]).toEqual([none.status, none.status]);
  });

  test('refuses other content types', async () => {
    for (const type of ['text/plain', 'multipart/form-data']) {
      expectProblem(await send(JSON.stringify(valid()), type), 415);
    }
  });

  // Without a text member each request would be the valid one once more, with all the work that it starts.
  const isTaking = members.some((member) => hostileTexts.some(([, text]) => takes(member, text)));
  const texts = isTaking ? shareOf(hostileTexts, position, 3) : [];
  test.each(texts)('accepts or refuses %s in its members, and never fails with 5xx', async (_, text) => {
    const taking = members.filter((member) => takes(member, text));
    const answer = await send(
      JSON.stringify({ ...valid(), ...Object.fromEntries(taking.map((name) => [name, text])) }),
    );
    const isDocumented = route.endpoint.errors?.[answer.status] !== undefined;
    if (!isDocumented) expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500);
    if (answer.status >= 400) return void expectProblem(answer, answer.status);
    // A secret is never returned.
    const shown = answeredMembers(route).filter((member) => member !== 'secret');
    for (const member of taking) if (shown.includes(member)) expect(answer.body).toMatchObject({ [member]: text });
  });

  // Each request is valid, and starts work.
  test.runIf(isThorough || position % 4 === 0)('accepts a document with a byte order mark and a charset', async () => {
    // Fields created before have started work on files, which cannot be merged meanwhile.
    await idle();
    if (route.operationId === 'createWebhook') await freeTypes(world.owner, world.ids.webhookId);
    const answer = await send(`\uFEFF${JSON.stringify(valid())}`, 'application/json; charset=utf-8');
    expect(answer.status).not.toBe(400);
    expect(answer.status).not.toBe(415);
  });
});
