import { expect } from 'vitest';
import type { Answer } from '../owner.ts';
import { hostileTexts, nested } from './hostile.ts';
import type { ContractRoute, HostileCase } from './hostile-case.ts';
import { expectProblem } from './problem.ts';
import { answeredMembers, bodyMembers, memberSchema, refusesUnknown, validRequest } from './requests.ts';

const wrongValues: unknown[] = [7.5, 'no such word', { nested: { object: true } }, ['list']];
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

/** Whether an object without any member is a valid body, so that none is needed. */
export function mayMissBody({ method, endpoint: { body } }: ContractRoute): boolean {
  return method !== 'PATCH' && body?.kind === 'json' && body.schema.safeParse({}).success;
}

/** Bodies of an endpoint that takes JSON. */
export function bodyCases(route: ContractRoute): HostileCase[] {
  if (route.endpoint.body?.kind !== 'json') return [];
  const { schema } = route.endpoint.body;
  return [
    ...unknownMember(route),
    ...wrongValues.flatMap((wrong) => wrongMembers(route, wrong)),
    // Events of a provider come as a list.
    ...brokenBodies
      .filter(([value]) => value !== 'a list' || !schema.safeParse([]).success)
      .map(([value, body, errorKey]) => refused(route, value, () => body, errorKey)),
    ...(mayMissBody(route) ? [] : [refused(route, 'an empty body', () => '', 'bodyMissing')]),
    ...['text/plain', 'multipart/form-data'].map((type) => otherType(route, type)),
    ...hostileTexts.flatMap(([name, text]) => textInMembers(route, name, text)),
  ];
}

/** The endpoint's valid request with another body. */
function withBody(
  route: ContractRoute,
  body: (valid: object) => string,
  type = 'application/json',
): HostileCase['request'] {
  return (ids) => {
    const { method, path, sent } = validRequest(route, ids);
    return { method, path, sent: { body: body(sent.json as object), headers: { 'content-type': type } } };
  };
}

function refused(route: ContractRoute, value: string, body: () => string, errorKey?: string): HostileCase {
  const { maxBytes = Number.POSITIVE_INFINITY } = route.endpoint.body as { maxBytes?: number };
  const check = (answer: Answer<unknown>) =>
    body().length > maxBytes ? void expectProblem(answer, 413) : void expectProblem(answer, 400, errorKey);
  return { value, request: withBody(route, body), check };
}

function otherType(route: ContractRoute, type: string): HostileCase {
  return {
    value: `the content type ${type}`,
    request: withBody(route, (valid) => JSON.stringify(valid), type),
    check: (answer) => void expectProblem(answer, 415),
  };
}

function unknownMember(route: ContractRoute): HostileCase[] {
  // A body that is a list has no members.
  if (bodyMembers(route).length === 0 || !refusesUnknown(route)) return [];
  return [
    {
      value: 'an unknown member',
      request: withBody(route, (valid) => JSON.stringify({ ...valid, nonsense: 1 })),
      check(answer) {
        const problem = expectProblem(answer, 400);
        expect(problem.errors).toContainEqual({ pointer: '#/nonsense', message: 'There is no such member.' });
        expect(problem.fieldErrors).toContainEqual({ field: 'nonsense', message: 'There is no such member.' });
      },
    },
  ];
}

function wrongMembers(route: ContractRoute, wrong: unknown): HostileCase[] {
  const refusing = bodyMembers(route)
    .filter((member) => !memberSchema(route, member)?.safeParse(wrong).success)
    .slice(0, 20);
  if (refusing.length === 0) return [];
  const sent = Object.fromEntries(refusing.map((member) => [member, wrong]));
  return [
    {
      value: `members that are ${JSON.stringify(wrong)}`,
      request: withBody(route, (valid) => JSON.stringify({ ...valid, ...sent })),
      check(answer) {
        const named = expectProblem(answer, 400).errors?.map(({ pointer }) => pointer.split('/')[1]);
        expect([...new Set(named)].sort()).toEqual([...refusing].sort());
      },
    },
  ];
}

/** Without a member that takes the text, the request would be the valid one once more, with all the work that it starts. */
function textInMembers(route: ContractRoute, name: string, text: string): HostileCase[] {
  const taking = bodyMembers(route).filter((member) => memberSchema(route, member)?.safeParse(text).success);
  if (taking.length === 0) return [];
  const sent = Object.fromEntries(taking.map((member) => [member, text]));
  return [
    {
      value: `${name} in members`,
      request: withBody(route, (valid) => JSON.stringify({ ...valid, ...sent })),
      check(answer) {
        const isDocumented = route.endpoint.errors?.[answer.status] !== undefined;
        if (!isDocumented) expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500);
        if (answer.status >= 400) return void expectProblem(answer, answer.status);
        // A secret is never returned.
        const shown = answeredMembers(route).filter((member) => member !== 'secret');
        for (const member of taking) if (shown.includes(member)) expect(answer.body).toMatchObject({ [member]: text });
      },
    },
  ];
}
