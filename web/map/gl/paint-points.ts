import type { PointSet } from '../../points/point-set.ts';
import type { Size, View } from '../plane.ts';
import type { PaintedPoints } from './painter.ts';
import { compile, type Program } from './program.ts';
import { maxClasses, pointFragments, pointVertices } from './shaders.ts';

/** The program of points with the points that are in the graphics memory. */
export interface PointsProgram extends Program {
  corners: WebGLBuffer;
  held: Map<Float32Array, Held>;
}

interface Held {
  array: WebGLVertexArrayObject;
  headings: WebGLBuffer;
  heading: Float32Array;
  buffers: WebGLBuffer[];
}

/** Layers in the graphics memory: those that are shown, and the last ones. */
const maxHeld = 4;
/** Smaller rectangles leave gaps when the whole field is shown. */
const minPixels = { machine: 1.6, pixels: 1, samples: 14 };
/** Rectangles overlap a little, so that rounding leaves no hairlines. */
const overlap = { machine: 1.15, pixels: 1.02, samples: 1 };

export function pointsProgram(gl: WebGL2RenderingContext): PointsProgram {
  const corners = gl.createBuffer();
  gl.bindBuffer(gl.ARRAY_BUFFER, corners);
  gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-0.5, -0.5, 0.5, -0.5, -0.5, 0.5, 0.5, 0.5]), gl.STATIC_DRAW);
  return { ...compile(gl, pointVertices, pointFragments), corners, held: new Map() };
}

export function paintPoints(
  gl: WebGL2RenderingContext,
  program: PointsProgram,
  { set, bounds, shades, showHidden }: PaintedPoints,
  view: View,
  { width, height }: Size,
): void {
  const { uniform } = program;
  const { array } = heldOf(gl, program, set);
  gl.useProgram(program.program);
  gl.bindVertexArray(array);
  const { metresPerPixel } = view;
  gl.uniform2f(uniform('centre'), view.x, view.y);
  gl.uniform2f(uniform('clipPerMetre'), 2 / (metresPerPixel * width), 2 / (metresPerPixel * height));
  const [wide, long] = sizeOf(set.about, metresPerPixel);
  gl.uniform2f(uniform('wideLong'), wide, long);
  gl.uniform1f(uniform('showHidden'), showHidden ? 1 : 0);
  gl.uniform1i(uniform('bounds'), Math.min(bounds.length, maxClasses - 1));
  gl.uniform1fv(uniform('bound'), filled(bounds));
  gl.uniform4fv(uniform('colour'), filled(shades.flat(), 4));
  gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, set.count);
  gl.bindVertexArray(null);
}

/** The metres across and along the direction of travel that a point is drawn with. */
export function sizeOf({ of, ground }: PointSet['about'], metresPerPixel: number): [wide: number, long: number] {
  const min = minPixels[of] * metresPerPixel;
  const [wide, long] = [ground.wide || ground.long, ground.long || ground.wide];
  return [Math.max(wide * overlap[of], min), Math.max(long * overlap[of], min)];
}

function filled(numbers: readonly number[], each = 1): Float32Array {
  const all = new Float32Array(maxClasses * each);
  all.set(numbers.slice(0, all.length));
  return all;
}

/** The points in the graphics memory, which they are moved to when they are first drawn. */
function heldOf(gl: WebGL2RenderingContext, program: PointsProgram, set: PointSet): Held {
  const known = program.held.get(set.at);
  if (known) {
    // The last used is kept the longest.
    program.held.delete(set.at);
    program.held.set(set.at, known);
    if (known.heading !== set.heading) {
      known.heading = set.heading;
      gl.bindBuffer(gl.ARRAY_BUFFER, known.headings);
      gl.bufferData(gl.ARRAY_BUFFER, set.heading, gl.STATIC_DRAW);
    }
    return known;
  }
  const array = gl.createVertexArray();
  gl.bindVertexArray(array);
  gl.bindBuffer(gl.ARRAY_BUFFER, program.corners);
  gl.enableVertexAttribArray(0);
  gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0);
  const attribute = (place: number, numbers: Float32Array | Uint8Array, each = 1) => {
    const buffer = gl.createBuffer();
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    gl.bufferData(gl.ARRAY_BUFFER, numbers, gl.STATIC_DRAW);
    gl.enableVertexAttribArray(place);
    const type = numbers instanceof Uint8Array ? gl.UNSIGNED_BYTE : gl.FLOAT;
    gl.vertexAttribPointer(place, each, type, false, 0, 0);
    gl.vertexAttribDivisor(place, 1);
    return buffer;
  };
  const [at, value] = [attribute(1, set.at, 2), attribute(2, set.value)];
  const headings = attribute(3, set.heading);
  const held = { array, headings, heading: set.heading, buffers: [at, value, headings, attribute(4, set.state)] };
  program.held.set(set.at, held);
  const [oldest] = program.held;
  if (oldest && program.held.size > maxHeld) {
    program.held.delete(oldest[0]);
    gl.deleteVertexArray(oldest[1].array);
    for (const buffer of oldest[1].buffers) gl.deleteBuffer(buffer);
  }
  return held;
}
