import type { Shape } from './projection.ts';

/** Fields farther apart would be dots on one map. */
const maxDegrees = 0.1;

/**
 * Groups of shapes that lie near one another, the largest group first: each can be drawn as a map of its own.
 *
 * @example const [main, ...others] = neighbourhoods(shapes);
 */
export function neighbourhoods(shapes: readonly Shape[]): Shape[][] {
  let groups: Shape[][] = [];
  for (const shape of shapes) {
    const [x, y] = cornerOf(shape);
    const isNear = (group: Shape[]) =>
      group.some((other) => {
        const [otherX, otherY] = cornerOf(other);
        return Math.abs(x - otherX) < maxDegrees && Math.abs(y - otherY) < maxDegrees;
      });
    const near = groups.filter(isNear);
    groups = [...groups.filter((group) => !near.includes(group)), [...near.flat(), shape]];
  }
  return groups.sort((a, b) => b.length - a.length);
}

function cornerOf({ geometry }: Shape): [number, number] {
  const [x = 0, y = 0] = geometry.coordinates[0]?.[0]?.[0] ?? [];
  return [x, y];
}
