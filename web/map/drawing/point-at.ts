import { classAt } from '../../../domain/machine-files/maps/division.ts';
import { nearestPoint } from '../../points/point-grid.ts';
import type { FoundPoint } from '../../points/point-set.ts';
import type { Position } from '../plane.ts';
import { pointSize } from '../point-size.ts';
import type { DrawnPoints } from './drawn-frame.ts';

/** Pixels around a pointer in which a point is found, since fingers are wider than points. */
const reachPixels = 8;

/** The drawn point nearest to a position on the plane. */
export function pointAt(
  { points, bounds, shades, showHidden }: DrawnPoints,
  position: Position,
  metresPerPixel: number,
): FoundPoint | undefined {
  const { about, at, value, heading, state } = points;
  const [wide, long] = pointSize(about, metresPerPixel);
  const reach = Math.max(Math.hypot(wide, long) / 2, reachPixels * metresPerPixel);
  const isSeen = (index: number) =>
    (showHidden || state[index] === 0) && (shades[classAt(value[index] ?? 0, bounds)]?.[3] ?? 0) > 0;
  const index = nearestPoint(points, position, reach, isSeen);
  if (index === undefined) return undefined;
  return {
    index,
    at: [at[2 * index] ?? 0, at[2 * index + 1] ?? 0],
    value: value[index] ?? Number.NaN,
    heading: heading[index] ?? 0,
    state: state[index] ?? 0,
  };
}
