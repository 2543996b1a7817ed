import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { afterFailure, type CircuitState, circuitRules, passage } from '../../../domain/transport/circuit.ts';
import { type GateState, pausedGate, takePermits } from '../../../domain/transport/permits.ts';
import { type Rate, windowsOf } from '../../../domain/transport/rate.ts';

const rates = fc.record({ calls: fc.integer({ min: 1, max: 200 }), seconds: fc.constantFrom(1, 2, 10, 60, 900) });

/** When owners got permits that ask whenever they may, each from its own time on. */
function simulate(rate: Rate, owners: { name: string; from: number; wants: number }[], end: number) {
  const windows = windowsOf(rate);
  let state: GateState | undefined;
  const got = owners.map(() => [] as number[]);
  for (let now = 0; now < end; now += windows.milliseconds / 4) {
    owners.forEach(({ name, from, wants }, index) => {
      if (now < from || (got[index]?.length ?? 0) >= wants) return;
      const taken = takePermits(state, name, 8, now, windows);
      state = taken.state;
      for (let one = 0; one < taken.granted; one += 1) got[index]?.push(now);
    });
  }
  return got;
}

describe('a gate', () => {
  test('lets no more calls through in any span than the rate allows, however many owners ask', () => {
    fc.assert(
      fc.property(rates, fc.integer({ min: 1, max: 7 }), (rate, count) => {
        const owners = Array.from({ length: count }, (_, index) => ({
          name: `o${index}`,
          from: index * 777,
          wants: 9_999,
        }));
        const times = simulate(rate, owners, rate.seconds * 5_000)
          .flat()
          .sort((a, b) => a - b);
        times.forEach((at, index) => {
          const later = times[index + rate.calls];
          if (later !== undefined) expect(later - at).toBeGreaterThanOrEqual(rate.seconds * 1_000);
        });
      }),
      { numRuns: 60 },
    );
  });

  test('serves an owner within twice the windows that it needs alone, and one, beside one that floods it', () => {
    fc.assert(
      fc.property(rates, fc.integer({ min: 1, max: 60 }), fc.integer({ min: 0, max: 3_000 }), (rate, wants, from) => {
        const { milliseconds } = windowsOf(rate);
        const end = (from + milliseconds * (wants + 3)) * 4;
        const own = { name: 'small', from, wants };
        const spent = (got: number[] = []) => {
          expect(got.length).toBeGreaterThanOrEqual(wants);
          return Math.floor((got[wants - 1] ?? 0) / milliseconds) - Math.floor(from / milliseconds) + 1;
        };
        const [alone] = simulate(rate, [own], end);
        const [, beside] = simulate(rate, [{ name: 'flood', from: 0, wants: 1_000_000 }, own], end);
        expect(spent(beside)).toBeLessThanOrEqual(2 * spent(alone) + 1);
      }),
      { numRuns: 60 },
    );
  });

  test('lets a newcomer in at once where a window has room for it', () => {
    const windows = windowsOf({ calls: 120, seconds: 1 });
    const flooded = takePermits(undefined, 'flood', 1_000, 0, windows);
    expect(flooded.granted).toBeGreaterThan(windows.permits * 0.8);
    expect(takePermits(flooded.state, 'flood', 1_000, 1, windows).granted).toBe(0);
    expect(takePermits(flooded.state, 'new', 1, 1, windows).granted).toBe(1);
  });

  test('stays closed as long as the provider asks for, and no shorter for a later answer', () => {
    const windows = windowsOf({ calls: 10, seconds: 1 });
    const closed = pausedGate(pausedGate(undefined, 60_000), 5_000);
    expect(takePermits(closed, 'a', 1, 10_000, windows)).toMatchObject({ granted: 0, until: 60_000 });
    expect(takePermits(closed, 'a', 1, 60_000, windows).granted).toBe(1);
  });

  test.each([
    [
      { calls: 30, seconds: 60 },
      { milliseconds: 12_000, permits: 5 },
    ],
    [
      { calls: 40, seconds: 1 },
      { milliseconds: 250, permits: 8 },
    ],
    [
      { calls: 1, seconds: 900 },
      { milliseconds: 1_800_000, permits: 1 },
    ],
  ])('of %j has windows %j', (rate, expected) => {
    expect(windowsOf(rate)).toEqual(expected);
  });
});

describe('a circuit', () => {
  const fail = (
    state: CircuitState | undefined,
    owner: string,
    now: number,
    kind: 'provider' | 'credential' = 'provider',
  ) => afterFailure(state, owner, now, circuitRules[kind]);
  const times = (count: number, owner: (index: number) => string, kind: 'provider' | 'credential' = 'provider') =>
    Array.from({ length: count }, (_, index) => index).reduce<CircuitState | undefined>(
      (state, index) => fail(state, owner(index), index, kind),
      undefined,
    );

  test('of a provider is not opened by one owner alone, and by two after five failures', () => {
    expect(
      passage(
        times(100, () => 'a'),
        200,
      ),
    ).toEqual({ kind: 'closed' });
    const two = (index: number) => (index % 2 ? 'a' : 'b');
    expect(passage(times(4, two), 10)).toEqual({ kind: 'closed' });
    expect(passage(times(5, two), 10)).toMatchObject({ kind: 'open', until: 30_004 });
  });

  test('of a credential opens after five failures', () => {
    expect(
      passage(
        times(5, () => 'a', 'credential'),
        10,
      ),
    ).toMatchObject({ kind: 'open' });
  });

  test('lets one request try after its time, and opens for twice as long when that fails, up to a quarter of an hour', () => {
    let state = times(5, () => 'a', 'credential');
    let now = 4;
    const pauses: number[] = [];
    for (let round = 0; round < 8; round += 1) {
      const open = passage(state, now);
      if (open.kind !== 'open') throw new Error(`it is ${open.kind}`);
      pauses.push((open.until - now) / 1_000);
      now = open.until;
      const trying = passage(state, now);
      if (trying.kind !== 'trying') throw new Error(`it is ${trying.kind}`);
      expect(passage(trying.state, now)).toMatchObject({ kind: 'open' });
      state = fail(trying.state, 'a', now, 'credential');
    }
    expect(pauses).toEqual([30, 60, 120, 240, 480, 900, 900, 900]);
  });

  test('does not count failures that lie far apart', () => {
    let state: CircuitState | undefined;
    for (let hour = 0; hour < 20; hour += 1) state = fail(state, 'a', hour * 3_600_000, 'credential');
    expect(passage(state, 20 * 3_600_000)).toEqual({ kind: 'closed' });
  });
});
