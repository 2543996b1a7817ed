import type { PointSet } from '../../points/point-set.ts';
import type { Extent, Size, View } from '../plane.ts';
import { paintPicture, pictureProgram } from './paint-picture.ts';
import { paintPoints, pointsProgram } from './paint-points.ts';

/** The colour of a class: red, green, blue and opacity, 0 to 1; opacity 0 hides its points. */
export type Shade = readonly [red: number, green: number, blue: number, opacity: number];

/** Points with the colours in which they are drawn. */
export interface PaintedPoints {
  set: PointSet;
  /** Values above a bound are in the class after it. */
  bounds: readonly number[];
  /** One more than there are bounds. */
  shades: readonly Shade[];
  showHidden: boolean;
}

/** A picture with its edges on the plane: the pixels from the north-western corner, four bytes each. */
export interface Backdrop {
  width: number;
  height: number;
  extent: Extent;
  colours: Uint8Array;
}

/** What a frame shows. */
export interface Frame {
  view: View;
  size: Size;
  /** Pixels of the screen in a pixel of the page. */
  density: number;
  backdrop?: Backdrop | undefined;
  points?: PaintedPoints | undefined;
  /** Points on the right of a pixel of the page, in place of the others. */
  second?: { points: PaintedPoints; from: number } | undefined;
}

export interface Painter {
  paint(frame: Frame): void;
  /** Frees what the graphics memory has. */
  close(): void;
}

/** Draws maps on a canvas; undefined where the browser has no WebGL 2. */
export function painterOn(canvas: HTMLCanvasElement): Painter | undefined {
  // The picture is kept, so that it can be exported whenever somebody asks.
  const kept = { premultipliedAlpha: true, preserveDrawingBuffer: true };
  // Smooth edges take four times as long, which only a graphics processor does not feel.
  const gl =
    canvas.getContext('webgl2', { ...kept, antialias: true, failIfMajorPerformanceCaveat: true }) ??
    canvas.getContext('webgl2', { ...kept, antialias: false });
  if (!gl) return undefined;
  let programs = compileAll(gl);
  const restore = () => {
    programs = compileAll(gl);
  };
  canvas.addEventListener('webglcontextrestored', restore);
  return {
    paint({ view, size, density, backdrop, points, second }) {
      const [width, height] = [Math.round(size.width * density), Math.round(size.height * density)];
      if (canvas.width !== width || canvas.height !== height) {
        canvas.width = width;
        canvas.height = height;
      }
      gl.viewport(0, 0, width, height);
      gl.disable(gl.SCISSOR_TEST);
      gl.clearColor(0, 0, 0, 0);
      gl.clear(gl.COLOR_BUFFER_BIT);
      gl.enable(gl.BLEND);
      gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
      if (backdrop) paintPicture(gl, programs.picture, backdrop, view, size);
      const split = second ? Math.round(Math.min(size.width, Math.max(0, second.from)) * density) : width;
      gl.enable(gl.SCISSOR_TEST);
      gl.scissor(0, 0, split, height);
      if (points) paintPoints(gl, programs.points, points, view, size);
      gl.scissor(split, 0, width - split, height);
      if (second) paintPoints(gl, programs.points, second.points, view, size);
    },
    close() {
      canvas.removeEventListener('webglcontextrestored', restore);
      gl.getExtension('WEBGL_lose_context')?.loseContext();
    },
  };
}

function compileAll(gl: WebGL2RenderingContext) {
  return { points: pointsProgram(gl), picture: pictureProgram(gl) };
}
