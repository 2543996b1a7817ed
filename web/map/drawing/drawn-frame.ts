import type { PointArrays } from '../../points/point-arrays.ts';
import type { DrawnPicture, Frame, Look } from '../frame.ts';
import type { Extent } from '../plane.ts';

/** Points with the colours in which they are drawn. */
export interface DrawnPoints extends Look {
  points: PointArrays;
}

/** A picture with its edges on the plane: the pixels from the north-western corner, four bytes each. */
export interface GroundPicture {
  width: number;
  height: number;
  extent: Extent;
  colours: Uint8Array;
}

/** What is drawn. */
export type DrawnFrame = Frame<DrawnPoints, GroundPicture>;

export interface Painter {
  /** Undefined while the painter has lost its graphics memory. */
  paint(frame: DrawnFrame): Promise<DrawnPicture | undefined>;
}

/** Pixels of the screen that a frame has, and the first of them that shows the second points. */
export function pixelsOf({ size, density, second }: Pick<DrawnFrame, 'size' | 'density' | 'second'>) {
  const [width, height] = [
    Math.max(1, Math.round(size.width * density)),
    Math.max(1, Math.round(size.height * density)),
  ];
  const split = second ? Math.round(Math.min(size.width, Math.max(0, second.from)) * density) : width;
  return { width, height, split };
}
