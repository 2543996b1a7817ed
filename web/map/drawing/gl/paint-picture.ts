import type { Size, View } from '../../plane.ts';
import type { GroundPicture } from '../drawn-frame.ts';
import { compile, type Program } from './program.ts';
import { pictureFragments, pictureVertices } from './shaders.ts';

/** The program of pictures with the last one that is in the graphics memory. */
export interface PictureProgram extends Program {
  array: WebGLVertexArrayObject;
  texture: WebGLTexture;
  held?: GroundPicture;
}

export function pictureProgram(gl: WebGL2RenderingContext): PictureProgram {
  const array = gl.createVertexArray();
  gl.bindVertexArray(array);
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-0.5, -0.5, 0.5, -0.5, -0.5, 0.5, 0.5, 0.5]), gl.STATIC_DRAW);
  gl.enableVertexAttribArray(0);
  gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0);
  gl.bindVertexArray(null);
  return { ...compile(gl, pictureVertices, pictureFragments), array, texture: gl.createTexture() };
}

export function paintPicture(
  gl: WebGL2RenderingContext,
  program: PictureProgram,
  picture: GroundPicture,
  { x, y, metresPerPixel }: View,
  { width, height }: Size,
): void {
  gl.bindTexture(gl.TEXTURE_2D, program.texture);
  if (program.held !== picture) {
    program.held = picture;
    // Colours are weighed by their opacity, so that no dark rim appears where the picture ends.
    gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, true);
    gl.texImage2D(
      gl.TEXTURE_2D,
      0,
      gl.RGBA,
      picture.width,
      picture.height,
      0,
      gl.RGBA,
      gl.UNSIGNED_BYTE,
      picture.colours,
    );
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
  }
  const { xmin, ymin, xmax, ymax } = picture.extent;
  gl.useProgram(program.program);
  gl.bindVertexArray(program.array);
  gl.uniform2f(program.uniform('centre'), x, y);
  gl.uniform2f(program.uniform('clipPerMetre'), 2 / (metresPerPixel * width), 2 / (metresPerPixel * height));
  gl.uniform4f(program.uniform('edges'), xmin, ymin, xmax, ymax);
  gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
  gl.bindVertexArray(null);
}
