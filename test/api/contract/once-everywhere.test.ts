import { afterAll, beforeAll, describe, test } from 'vitest';
import { isThorough } from '../../thorough.ts';
import { everyFault, expectOnce, faultsByFamily, startMortalFunctions, stopMortalFunctions, taking } from './once.ts';

beforeAll(startMortalFunctions);
afterAll(stopMortalFunctions);

describe.each(taking)('$title', (route) => {
  test('has one effect and one response for a key, wherever its function dies', () =>
    expectOnce(route, (_, steps) => (isThorough ? everyFault(steps) : faultsByFamily(route, steps))));
});
