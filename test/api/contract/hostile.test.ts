import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { seed, seedNotice } from '../../seed.ts';
import { isThorough } from '../../thorough.ts';
import { freshOwner, type TestOwner } from '../owner.ts';
import { type Attempt, attempt, nameOf } from './hostile-attempt.ts';
import { hostileCases } from './hostile-case.ts';
import { endpoints } from './requests.ts';
import { badTokens } from './tokens.ts';
import { freshWorld, type World } from './world.ts';

let world: World;
let stranger: TestOwner;
beforeAll(async () => {
  console.log(seedNotice);
  [world, stranger] = [await freshWorld(undefined, {}), await freshOwner()];
});

/** However many endpoints there are: each is met once by the sample of `npm test`. */
const runs = 2_000;

test('every endpoint refuses or survives every hostile value, whoever sends it', async () => {
  const bad = badTokens(world.owner);
  const token: fc.Arbitrary<Attempt['token']> = fc.oneof(
    { weight: 6, arbitrary: fc.constant('own' as const) },
    { weight: 2, arbitrary: fc.constant('foreign' as const) },
    { weight: 2, arbitrary: fc.constantFrom(...bad) },
  );
  const attempts = fc
    .constantFrom(...endpoints)
    .chain((route) => fc.record({ route: fc.constant(route), hostile: fc.constantFrom(...hostileCases(route)), token }))
    .map((tried) => ({ ...tried, [fc.toStringMethod]: () => nameOf(tried) }));
  // A smaller case says no more: what failed is named in the error.
  const settings = { seed, numRuns: runs, endOnFailure: true, verbose: 0 } as const;
  await fc.assert(
    fc.asyncProperty(attempts, (tried) => attempt(tried, world, stranger)),
    settings,
  );
}, 900_000);

test.runIf(isThorough)(
  'all of them',
  async () => {
    for (const route of endpoints) {
      for (const hostile of hostileCases(route)) await attempt({ route, hostile, token: 'own' }, world, stranger);
    }
  },
  3_600_000,
);

test.each([
  ['an unknown member'],
  ['half a document'],
  ['SQL in members'],
  ['an unknown parameter'],
  ['sort=nonsense'],
  ['a traversal in place of an id'],
])('%s is tried with many endpoints', (value) => {
  const tried = endpoints.filter((route) => hostileCases(route).some((hostile) => hostile.value === value));
  expect(tried.length).toBeGreaterThan(20);
});
