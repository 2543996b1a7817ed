import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wateredArcs } from '../../../domain/irrigation/watered-arcs.ts';

const arcs = (...passes: [start: number, sweep: number, depth: number][]) =>
  wateredArcs(
    passes.map(([start, sweep, depthMillimetres]) => ({ startTime: 0, endTime: 1, start, sweep, depthMillimetres })),
  ).map(({ from, width, depthMillimetres }) =>
    [from, width, depthMillimetres].map((one) => Math.round(one * 1e6) / 1e6),
  );

test('an arc over north is one', () => {
  expect(arcs([350, 20, 8])).toEqual([[350, 20, 8]]);
});

test('one that ends a rounding error before north is not lost', () => {
  expect(arcs([-7.082265540566346e-14, -55.000000000001315, 28])).toEqual([[305, 55, 28]]);
});

test('one in reverse is the arc that it went over', () => {
  expect(arcs([10, -20, 8])).toEqual([[350, 20, 8]]);
});

test('passes that overlap add up', () => {
  expect(arcs([0, 60, 8], [30, 60, 4])).toEqual([
    [0, 30, 8],
    [30, 30, 12],
    [60, 30, 4],
  ]);
});

test('several turns of a day add up; what a swept angle has above 360 is watered once more', () => {
  expect(arcs([100, 800, 5])).toEqual([
    [100, 80, 15],
    [180, 280, 10],
  ]);
});

test('to and fro over a part circle is twice the water', () => {
  expect(arcs([90, 180, 6], [270, -180, 6])).toEqual([[90, 180, 12]]);
});

test('a whole turn is the circle', () => {
  expect(arcs([30, 360, 12])).toMatchObject([[expect.any(Number), 360, 12]]);
  expect(arcs([30, 180, 12], [210, 180, 12])).toMatchObject([[expect.any(Number), 360, 12]]);
});

test('a pass without a depth waters nothing', () => {
  expect(arcs([0, 90, 0])).toEqual([]);
});

test('no water is lost: depth by arc is that of the passes', () => {
  const pass = fc.tuple(
    fc.double({ min: -720, max: 720, noNaN: true }),
    fc.double({ min: -1500, max: 1500, noNaN: true }),
    fc.double({ min: 0.1, max: 50, noNaN: true }),
  );
  fc.assert(
    fc.property(fc.array(pass, { minLength: 1, maxLength: 8 }), (passes) => {
      const expected = passes.reduce((sum, [, sweep, depth]) => sum + Math.abs(sweep) * depth, 0);
      const found = arcs(...passes);
      const total = found.reduce((sum, [, width = 0, depth = 0]) => sum + width * depth, 0);
      expect(Math.abs(total - expected)).toBeLessThan(0.01 + expected * 1e-6);
      expect(found.reduce((sum, [, width = 0]) => sum + width, 0)).toBeLessThan(360.0001);
    }),
  );
});
