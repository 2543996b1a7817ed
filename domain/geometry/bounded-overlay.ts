import { Problem } from '../errors.ts';
import { countCrossings } from './crossings.ts';
import { type MultiPolygon, vertexCount } from './multi-polygon.ts';
import type { Overlay } from './overlay.ts';

/** In how many places two outlines may cross: two seconds of work. Two surveys of 100,000 vertices of one field cross half as often. */
const maxCrossings = 100_000;
/** What one request may spend, in vertices: about half of the time that it has. */
const maxWork = 1_500_000;
/** A crossing is made into several edges, which are then put together anew. */
const verticesPerCrossing = 3;

/**
 * An overlay for one request, which refuses shapes that are made to keep it busy: what is laid over something cannot be interrupted, and
 * outlines of n edges can cross in n² places.
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
          'Laying these shapes over each other takes longer than one request may. Ask about a smaller area, fewer fields or simpler shapes.',
        );
      }
      return overlay.intersection(a, b);
    },
  };
}

function workOf(a: MultiPolygon, b: MultiPolygon): number {
  const crossings = countCrossings(a, b, maxCrossings);
  if (crossings === Infinity) {
    throw geometryTooComplex(
      `The outlines of two of the shapes cross in more than ${maxCrossings} places. Simplify them.`,
    );
  }
  return vertexCount(a.coordinates) + vertexCount(b.coordinates) + verticesPerCrossing * crossings;
}

/** What keeps an engine busy for longer than anybody waits. */
export function geometryTooComplex(detail: string): Problem {
  return new Problem('invalid', detail, { errorKey: 'geometryTooComplex' });
}
