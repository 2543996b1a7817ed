import { Problem } from '../errors.ts';
import { limits, limitText } from '../limits.ts';
import { countCrossings } from './crossings.ts';
import { type MultiPolygon, vertexCount } from './multi-polygon.ts';
import type { Overlay } from './overlay.ts';

/** Maximum work of one request, in vertices: about half of its time. */
const maxWork = 1_500_000;
/** Vertices of work for each crossing, which is split into several edges. */
const verticesPerCrossing = 3;

/**
 * An overlay for one request that refuses shapes which would take too long: an overlay cannot be interrupted, and
 * outlines of n edges can cross n² times.
 *
 * @example const overlay = boundedOverlay(await geos()); // in a handler, one for each request
 */
export function boundedOverlay(overlay: Overlay): Overlay {
  let left = maxWork;
  return {
    ...overlay,
    /** @throws Problem `geometryTooComplex`. */
    intersection(a, b) {
      left -= workOf(a, b);
      if (left < 0) {
        throw geometryTooComplex(
          'Intersecting these geometries takes longer than one request may. Use a smaller area, fewer fields or simpler geometries.',
        );
      }
      return overlay.intersection(a, b);
    },
  };
}

function workOf(a: MultiPolygon, b: MultiPolygon): number {
  const crossings = countCrossings(a, b, limits.crossings);
  if (crossings === Infinity) {
    throw geometryTooComplex(
      `The outlines of two of the geometries cross in more than ${limitText.crossings} places. Simplify them.`,
    );
  }
  return vertexCount(a.coordinates) + vertexCount(b.coordinates) + verticesPerCrossing * crossings;
}

/**
 * Problem of shapes whose overlay would take too long.
 *
 * @example throw geometryTooComplex('The outline crosses itself too often.');
 */
export function geometryTooComplex(detail: string): Problem {
  return new Problem('invalid', detail, { errorKey: 'geometryTooComplex' });
}
