import { countCrossings } from '../../geometry/crossings.ts';
import { insideOf } from '../../geometry/inside.ts';
import { type Bounds, boundsOf, type MultiPolygon, multiPolygon } from '../../geometry/multi-polygon.ts';

/** The footprint of a scene, prepared for comparisons with fields. */
export interface Footprint {
  /** Whether a box is outside, wholly inside, or may be either. */
  holds(box: Bounds): 'outside' | 'inside' | 'perhaps';
  /** Whether the scene and a field have ground in common. */
  meets(ground: MultiPolygon): boolean;
}

/**
 * Prepares the footprint of a scene for comparisons with fields.
 *
 * @example const isSeen = footprintOf(scene.footprint).meets(field.geometry);
 */
export function footprintOf(footprint: MultiPolygon): Footprint {
  const around = boundsOf(footprint.coordinates);
  const isInside = insideOf(footprint);

  const meets = (ground: MultiPolygon): boolean =>
    ground.coordinates.some(([outer]) => outer?.[0] !== undefined && isInside(...outer[0])) ||
    holdsCorner(ground, footprint) ||
    countCrossings(footprint, ground, 0) > 0;

  return {
    holds(box) {
      if (!around || !boxesMeet(around, box)) return 'outside';
      const [west, south, east, north] = box;
      const shape = multiPolygon([
        [
          [
            [west, south],
            [east, south],
            [east, north],
            [west, north],
            [west, south],
          ],
        ],
      ]);
      if (!meets(shape)) return 'outside';
      return isInside(west, south) && countCrossings(footprint, shape, 0) === 0 && !holdsCorner(shape, footprint)
        ? 'inside'
        : 'perhaps';
    },
    meets,
  };
}

/** Whether a part of one shape begins in another. */
function holdsCorner(shape: MultiPolygon, other: MultiPolygon): boolean {
  const isInside = insideOf(shape);
  return other.coordinates.flat().some(([corner]) => corner !== undefined && isInside(...corner));
}

function boxesMeet(a: Bounds, b: Bounds): boolean {
  return a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3];
}
