import { expect } from 'vitest';
import { seedNotice } from '../../seed.ts';
import { type Answer, request, type Sent, type TestOwner } from '../owner.ts';
import { freshUser } from '../users/user.ts';
import type { ContractRoute, HostileCase } from './hostile-case.ts';
import { expectProblem } from './problem.ts';
import type { BadToken } from './tokens.ts';
import type { World } from './world.ts';

/** An endpoint with a hostile value, and whose token comes with it. */
export interface Attempt {
  route: ContractRoute;
  hostile: HostileCase;
  token: 'own' | 'foreign' | BadToken;
}

/** What a failure shows. */
export function nameOf({ route, hostile, token }: Attempt): string {
  const whose = typeof token === 'string' ? `the ${token} token` : token.name;
  return `${route.title}: ${hostile.value}, with ${whose}`;
}

/** Sends the request of an attempt and checks the answer. @param stranger an owner who has nothing. @throws Error that names the attempt. */
export async function attempt(tried: Attempt, world: World, stranger: TestOwner): Promise<void> {
  try {
    await checked(tried, world, stranger);
  } catch (error) {
    throw new Error(`${nameOf(tried)} (${seedNotice})\n${(error as Error).message}`, { cause: error });
  }
}

async function checked({ route, hostile, token }: Attempt, world: World, stranger: TestOwner): Promise<void> {
  const { method, path, sent } = hostile.request(await idsFor(route, world));
  const send = (owner: TestOwner, more: Sent = {}) =>
    owner.call(method, path, { ...sent, ...more, headers: { ...sent.headers, ...more.headers } });
  if (route.endpoint.access === 'public') {
    // A token is not asked for; what is sent with it all the same is read by nobody.
    return hostile.check(token === 'own' ? await send(world.owner) : await request(method, path, sent));
  }
  if (token === 'own') return hostile.check(await send(world.owner));
  if (token === 'foreign') return expectNothingOf(world, route, await send(stranger));
  const answer = await send(world.owner, await token.sent());
  if (hostile.mayBeUnrouted && answer.status === 404) return void expectProblem(answer, 404, 'routeNotFound');
  const { errorKey, detail } = expectProblem(answer, 401);
  if (token.told) expect(detail).toContain(token.told);
  else expect(errorKey).toBe('unauthenticated');
}

/** A user that is replaced loses its credentials, which later requests need; it is one of its own. */
async function idsFor({ operationId }: ContractRoute, { owner, ids }: World): Promise<Record<string, string>> {
  return operationId === 'replaceUser' ? { ...ids, 'users.id': (await freshUser(owner)).id } : ids;
}

/** Ids that callers choose: a stranger may have made the same. */
const chosenNames = new Set(['appName']);

/** A stranger is refused, or shown what a stranger has, and never learns of anything in the world. */
function expectNothingOf({ ids }: World, route: ContractRoute, answer: Answer<unknown>): void {
  // A provider that is called for a stranger too may refuse the call.
  const isDocumented = route.endpoint.errors?.[answer.status] !== undefined;
  if (!isDocumented) expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500);
  if (answer.status >= 400) return void expectProblem(answer, answer.status);
  const shown = JSON.stringify(answer.body) ?? '';
  const unknown = Object.entries(ids).filter(([name]) => !chosenNames.has(name));
  for (const [, id] of unknown) if (/^[\da-f-]{36}$/.test(id)) expect(shown).not.toContain(id);
}
