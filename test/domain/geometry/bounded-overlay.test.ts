import { expect, test } from 'vitest';
import { boundedOverlay } from '../../../domain/geometry/bounded-overlay.ts';
import type { Overlay } from '../../../domain/geometry/overlay.ts';
import { comb, surveyed, turned } from './generated-outlines.ts';

/** An engine that computes nothing: the cost of an overlay follows from the shapes alone. */
const engine: Overlay = {
  findDefect: () => undefined,
  intersection: (a) => a,
  difference: (a) => a,
  union: ([a]) => a ?? comb(1),
  cells: (all) => [...all],
  grow: (a) => a,
  simplify: (a) => a,
};
const tooComplex = expect.objectContaining({ status: 400, errorKey: 'geometryTooComplex' });

test.each([10_000, 100_000])('two surveys of one field with %i vertices each pass', (vertices) => {
  const [once, again] = [surveyed(vertices, 1e-5, 1), surveyed(vertices, 1e-5, 2)];
  expect(boundedOverlay(engine).intersection(once, again)).toBe(once);
});

test('combs that cross in too many points are refused', () => {
  for (const teeth of [200, 25_000]) {
    expect(() => boundedOverlay(engine).intersection(comb(teeth), turned(comb(teeth)))).toThrow(tooComplex);
  }
});

test('shapes that are simple enough alone are refused when one request has too many of them', () => {
  const overlay = boundedOverlay(engine);
  const [a, b] = [surveyed(100_000, 1e-5, 1), surveyed(100_000, 1e-5, 2)];
  const many = () => {
    for (let pair = 0; pair < 20; pair += 1) overlay.intersection(a, b);
  };
  expect(many).toThrow(tooComplex);
  expect(() => boundedOverlay(engine).intersection(a, b)).not.toThrow();
});
