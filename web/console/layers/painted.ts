import { type ClassPlan, coloursOfSet } from '../legend/classes.ts';
import type { PaintedPoints, Shade } from '../map/gl/painter.ts';
import type { PointSet } from '../points/point-set.ts';

/** Points with their colours, and how they are divided into classes. */
export interface DrawnLayer {
  plan: ClassPlan;
  points: PaintedPoints;
}

/** Points in the colours of their classes. */
export function paintedOf(set: PointSet, bounds: readonly number[], showHidden: boolean): PaintedPoints {
  return { set, bounds, shades: coloursOfSet(set, bounds).map(shadeOf), showHidden };
}

function shadeOf(code: string): Shade {
  const channel = (at: number) => Number.parseInt(code.slice(at, at + 2), 16) / 255;
  return [channel(0), channel(2), channel(4), 1];
}
