import { afterAll, beforeAll, expect, test } from 'vitest';
import { advance, cloud } from '../cloud.ts';
import { expectProblem } from '../contract/problem.ts';
import { freshOwner } from '../owner.ts';
import { freshUser } from '../users/user.ts';
import { freshLink, openLink } from './link.ts';

const owner = await freshOwner();
/** More than all instances of a function together let through. */
const maxGuesses = 400;
const guess = () => crypto.randomUUID().replaceAll('-', '').padEnd(45, 'x');
const page = (id: string, accept = 'text/html') => fetch(`${cloud.baseUrl}/link/${id}`, { headers: { accept } });

// Other tests look at links that do not exist, too, before this file and after it.
beforeAll(() => advance({ minutes: 2 }));
afterAll(() => advance({ minutes: 2 }));

/** Guesses until none is looked up any more. */
async function untilLimited(open: (id: string) => Promise<number>): Promise<number> {
  for (let count = 1; count <= maxGuesses; count += 1) {
    const status = await open(guess());
    if (status === 429) return count;
    expect(status).toBe(404);
  }
  throw new Error(`${maxGuesses} guesses were let through`);
}

test('sixty guesses end guessing, and a good link on the same network opens', async () => {
  const { id: svcUserId } = await freshUser(owner);
  const { id } = await freshLink(owner, svcUserId);
  expect(await untilLimited(async (linkId) => (await openLink(linkId)).status)).toBeGreaterThan(60);
  const limited = await openLink(guess());
  expectProblem(limited, 429, 'rateLimited');
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
  const opened = await openLink(id);
  expect([opened.status, opened.headers.get('ratelimit-remaining')]).toEqual([201, '59']);
});

test('the page of a link is limited in the same way, and says so', async () => {
  const { id: svcUserId } = await freshUser(owner);
  const { id } = await freshLink(owner, svcUserId);
  expect(await untilLimited(async (linkId) => (await page(linkId)).status)).toBeGreaterThan(60);
  const limited = await page(guess());
  expect([limited.status, limited.headers.get('content-type')]).toEqual([429, 'text/html; charset=utf-8']);
  expect(await limited.text()).toContain('Too many attempts');
  expect((await page(guess(), 'application/json')).headers.get('content-type')).toBe('application/problem+json');
  expect((await page(id)).status).toBe(200);
  // One link alone is limited, too: its holder may not have it looked up without end.
  const statuses = new Set<number>();
  for (let count = 0; count < maxGuesses && !statuses.has(429); count += 1) statuses.add((await page(id)).status);
  expect([...statuses]).toEqual([200, 429]);
  const { id: other } = await freshLink(owner, svcUserId);
  expect((await page(other)).status).toBe(200);
});
