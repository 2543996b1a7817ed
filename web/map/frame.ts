import type { Division } from '../../domain/machine-files/maps/division.ts';
import type { PointSet } from '../points/point-set.ts';
import type { Size, View } from './plane.ts';

/** The colour of a class: red, green and blue from 0 to 1, and opacity: 1, or 0 to hide its points. */
export type Shade = readonly [red: number, green: number, blue: number, opacity: number];

/** How points look. */
export interface Look {
  /** Values above a bound are in the class after it; as exact as the values of points. */
  bounds: readonly number[];
  /** One more than there are bounds. */
  shades: readonly Shade[];
  showHidden: boolean;
}

/** Points of a layer with the colours in which they are drawn. */
export interface PaintedPoints extends Look {
  set: PointSet;
  /** The classes of the colours. */
  division: Division;
}

/** A picture behind the points, by which the worker that read it knows it. */
export interface Backdrop {
  id: number;
}

/** What a frame shows: layers and pictures by name on the page, and by content where they are drawn. */
export interface Frame<Points = PaintedPoints, Picture = Backdrop> {
  view: View;
  size: Size;
  /** Pixels of the screen in a pixel of the page. */
  density: number;
  backdrop?: Picture | undefined;
  points?: Points | undefined;
  /** Points on the right of a pixel of the page, in place of the others. */
  second?: { points: Points; from: number } | undefined;
}

/** A frame that was drawn: of the graphics processor a bitmap, else the bytes of its pixels. */
export type DrawnPicture = ImageBitmap | { width: number; height: number; bytes: Uint8ClampedArray<ArrayBuffer> };
