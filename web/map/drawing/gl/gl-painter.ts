import { type Painter, pixelsOf } from '../drawn-frame.ts';
import { paintPicture, pictureProgram } from './paint-picture.ts';
import { paintPoints, pointsProgram } from './paint-points.ts';

/** Names of renderers that imitate a graphics processor: Chromium's, Mesa's, and those of Windows and macOS. */
const imitations = /swiftshader|llvmpipe|softpipe|basic render|software/i;

/**
 * Draws by the graphics processor; undefined where the browser has no WebGL 2 in this thread, or imitates the graphics processor, which takes
 * 20 µs for each point.
 *
 * @param imitation whether an imitation will do, as in tests.
 */
export function glPainter(imitation = false): Painter | undefined {
  if (typeof OffscreenCanvas === 'undefined') return undefined;
  const canvas = new OffscreenCanvas(1, 1);
  const gl = canvas.getContext('webgl2', {
    premultipliedAlpha: true,
    antialias: true,
    failIfMajorPerformanceCaveat: !imitation,
  });
  if (!gl || (!imitation && imitations.test(rendererOf(gl)))) return undefined;
  let programs = compileAll(gl);
  canvas.addEventListener('webglcontextlost', (event) => event.preventDefault());
  canvas.addEventListener('webglcontextrestored', () => {
    programs = compileAll(gl);
  });
  return {
    async paint({ view, size, density, backdrop, points, second }) {
      if (gl.isContextLost()) return undefined;
      const { width, height, split } = pixelsOf({ size, density, second });
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
      gl.enable(gl.SCISSOR_TEST);
      gl.scissor(0, 0, split, height);
      if (points) paintPoints(gl, programs.points, points, view, size);
      gl.scissor(split, 0, width - split, height);
      if (second) paintPoints(gl, programs.points, second.points, view, size);
      return canvas.transferToImageBitmap();
    },
  };
}

/** The name of what draws, which some browsers have only by an extension. */
function rendererOf(gl: WebGL2RenderingContext): string {
  const more = gl.getExtension('WEBGL_debug_renderer_info');
  return String(gl.getParameter(more ? more.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
}

function compileAll(gl: WebGL2RenderingContext) {
  return { points: pointsProgram(gl), picture: pictureProgram(gl) };
}
