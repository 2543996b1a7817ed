import { overlapPercent } from '../fields/overlap.ts';
import { insideOf } from '../geometry/inside.ts';
import { type Bounds, boundsOf, type MultiPolygon, multiPolygon } from '../geometry/multi-polygon.ts';
import type { Overlay } from '../geometry/overlay.ts';
import { boundsMeet } from './outputs/bounds.ts';
import { polygonsOf } from './sampled-area.ts';
import type { SoilGeometry } from './soil-reading.ts';

/** A field with its active boundary. */
export interface Ground {
  fieldId: string;
  shape: MultiPolygon;
}

interface KnownGround extends Ground {
  bounds: Bounds;
  isInside(longitude: number, latitude: number): boolean;
}

/**
 * Finds the fields on which samples were taken, in the order of the fields: those that contain a point, by the rule that
 * points of machines follow, and those that a polygon overlaps by more than a percentage of the smaller of the two.
 *
 * @example const fieldsOf = fieldsAround(grounds, 0.01, overlay); fieldsOf({ type: 'Point', coordinates: [10, 52] }); // ['f']
 */
export function fieldsAround(
  grounds: readonly Ground[],
  morePercent: number,
  overlay: Overlay,
): (geometry: SoilGeometry | null) => string[] {
  const known = grounds.flatMap((ground): KnownGround[] => {
    const bounds = boundsOf(ground.shape.coordinates);
    return bounds ? [{ ...ground, bounds, isInside: insideOf(ground.shape) }] : [];
  });
  return (geometry) => {
    if (!geometry) return [];
    if (geometry.type === 'Point') {
      const [longitude = 0, latitude = 0] = geometry.coordinates;
      return known.filter(({ isInside }) => isInside(longitude, latitude)).map(({ fieldId }) => fieldId);
    }
    const area = multiPolygon(polygonsOf(geometry));
    const bounds = boundsOf(area.coordinates) ?? [];
    return known
      .filter(
        (ground) => boundsMeet(bounds, ground.bounds) && overlapPercent(area, ground.shape, overlay) > morePercent,
      )
      .map(({ fieldId }) => fieldId);
  };
}
