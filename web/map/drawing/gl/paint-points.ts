import type { PointArrays } from '../../../points/point-arrays.ts';
import type { Size, View } from '../../plane.ts';
import { pointSize } from '../../point-size.ts';
import type { DrawnPoints } from '../drawn-frame.ts';
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
export function pointsProgram(gl: WebGL2RenderingContext): PointsProgram {
  const corners = gl.createBuffer();
  gl.bindBuffer(gl.ARRAY_BUFFER, corners);
  gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-0.5, -0.5, 0.5, -0.5, -0.5, 0.5, 0.5, 0.5]), gl.STATIC_DRAW);
  return { ...compile(gl, pointVertices, pointFragments), corners, held: new Map() };
}

export function paintPoints(
  gl: WebGL2RenderingContext,
  program: PointsProgram,
  { points, bounds, shades, showHidden }: DrawnPoints,
  view: View,
  { width, height }: Size,
): void {
  const { uniform } = program;
  const { array } = heldOf(gl, program, points);
  gl.useProgram(program.program);
  gl.bindVertexArray(array);
  const { metresPerPixel } = view;
  gl.uniform2f(uniform('centre'), view.x, view.y);
  gl.uniform2f(uniform('clipPerMetre'), 2 / (metresPerPixel * width), 2 / (metresPerPixel * height));
  const [wide, long] = pointSize(points.about, metresPerPixel);
  gl.uniform2f(uniform('wideLong'), wide, long);
  gl.uniform1f(uniform('showHidden'), showHidden ? 1 : 0);
  gl.uniform1i(uniform('bounds'), Math.min(bounds.length, maxClasses - 1));
  gl.uniform1fv(uniform('bound'), filled(bounds));
  gl.uniform4fv(uniform('colour'), filled(shades.flat(), 4));
  gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, points.count);
  gl.bindVertexArray(null);
}

function filled(numbers: readonly number[], each = 1): Float32Array {
  const all = new Float32Array(maxClasses * each);
  all.set(numbers.slice(0, all.length));
  return all;
}

/** The points in the graphics memory, which they are moved to when they are first drawn. */
function heldOf(gl: WebGL2RenderingContext, program: PointsProgram, points: PointArrays): Held {
  const known = program.held.get(points.at);
  if (known) {
    // The last used is kept the longest.
    program.held.delete(points.at);
    program.held.set(points.at, known);
    if (known.heading !== points.heading) {
      known.heading = points.heading;
      gl.bindBuffer(gl.ARRAY_BUFFER, known.headings);
      gl.bufferData(gl.ARRAY_BUFFER, points.heading, gl.STATIC_DRAW);
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
  const [at, value] = [attribute(1, points.at, 2), attribute(2, points.value)];
  const headings = attribute(3, points.heading);
  const held = { array, headings, heading: points.heading, buffers: [at, value, headings, attribute(4, points.state)] };
  program.held.set(points.at, held);
  const [oldest] = program.held;
  if (oldest && program.held.size > maxHeld) {
    program.held.delete(oldest[0]);
    gl.deleteVertexArray(oldest[1].array);
    for (const buffer of oldest[1].buffers) gl.deleteBuffer(buffer);
  }
  return held;
}
