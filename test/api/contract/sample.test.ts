import fc from 'fast-check';
import { beforeAll, describe, test } from 'vitest';
import { seed, seedNotice } from '../../seed.ts';
import { freshOwner, type TestOwner } from '../owner.ts';
import { attempt } from './hostile-attempt.ts';
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

const anyNumbers = fc.sample(fc.tuple(fc.nat(), fc.nat()), { seed, numRuns: endpoints.length });

describe.each(endpoints.map((route, index) => ({ route, title: route.title, drawn: anyNumbers[index] ?? [0, 0] })))(
  '$title',
  ({ route, drawn: [value, token] }) => {
    test('answers a hostile value to its owner, to a stranger and without a valid token', async () => {
      const hostile = drawn(hostileCases(route), value);
      for (const sender of ['own', 'foreign', drawn(badTokens(world.owner), token)] as const) {
        await attempt({ route, hostile, token: sender }, world, stranger);
      }
    });
  },
);

function drawn<T>(from: readonly T[], number: number): T {
  return from[number % from.length] as T;
}
