import type { Division } from '../../domain/machine-files/maps/division.ts';
import type { PaintedPoints, Shade } from '../map/frame.ts';
import { coloursOfSet, singlePrecision } from './classes.ts';
import type { PointSet } from './point-set.ts';

/** Points in the colours of their classes. */
export function paintedOf(set: PointSet, division: Division, showHidden: boolean): PaintedPoints {
  const { bounds } = division;
  const shades = coloursOfSet(set, bounds).map(shadeOf);
  return { set, division, bounds: singlePrecision(bounds), shades, showHidden };
}

function shadeOf(code: string): Shade {
  const channel = (at: number) => Number.parseInt(code.slice(at, at + 2), 16) / 255;
  return [channel(0), channel(2), channel(4), 1];
}
