import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { seed, seedNotice } from '../../seed.ts';
import { everyFault, expectOnce, startMortalFunctions, stopMortalFunctions, taking } from './once.ts';

beforeAll(async () => {
  console.log(`One breaking point of each endpoint: ${seedNotice}`);
  await startMortalFunctions();
});
afterAll(stopMortalFunctions);

/** A number from 0 to below the length that the seed and a name decide. */
function drawn(name: string, length: number): number {
  return createHash('sha256').update(`${seed}:${name}`).digest().readUInt32BE(0) % length;
}

describe.each(taking)('$title', (route) => {
  test('has one effect and one response for a key, where a drawn step breaks', () =>
    expectOnce(route, (_, steps) => {
      const faults = everyFault(steps);
      return faults.slice(drawn(route.operationId, faults.length)).slice(0, 1);
    }));
});
