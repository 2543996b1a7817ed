import { classAt } from '../points/classes.ts';
import { nearestPoint } from '../points/point-grid.ts';
import { sizeOf } from './gl/paint-points.ts';
import type { PaintedPoints } from './gl/painter.ts';
import type { Position, View } from './plane.ts';

/** Pixels around a pointer in which a point is found, since fingers are wider than points. */
const reachPixels = 8;

/** The drawn point nearest to a position on the plane. */
export function pointAt(
  { set, bounds, shades, showHidden }: PaintedPoints,
  at: Position,
  { metresPerPixel }: View,
): number | undefined {
  const [wide, long] = sizeOf(set.about, metresPerPixel);
  const reach = Math.max(Math.hypot(wide, long) / 2, reachPixels * metresPerPixel);
  const isSeen = (index: number) =>
    (showHidden || set.state[index] === 0) && (shades[classAt(set.value[index] ?? 0, bounds)]?.[3] ?? 0) > 0;
  return nearestPoint(set, at, reach, isSeen);
}
