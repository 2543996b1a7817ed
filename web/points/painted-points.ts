import type { PaintedPoints, Shade } from '../map/frame.ts';
import { coloursOfSet } from './classes.ts';
import type { PointSet } from './point-set.ts';

/** Points in the colours of their classes. */
export function paintedOf(set: PointSet, bounds: readonly number[], showHidden: boolean): PaintedPoints {
  return { set, bounds, shades: coloursOfSet(set, bounds).map(shadeOf), showHidden };
}

function shadeOf(code: string): Shade {
  const channel = (at: number) => Number.parseInt(code.slice(at, at + 2), 16) / 255;
  return [channel(0), channel(2), channel(4), 1];
}
