import { circle, sector } from '@turf/turf';
import { metresPerDegree } from '../geometry/local-plane.ts';
import { type MultiPolygon, multiPolygon, type Position, type Ring } from '../geometry/multi-polygon.ts';
import { orientPolygons } from '../geometry/rings.ts';
import type { WateredArc } from './watered-arcs.ts';

/** The circle of a pivot: its centre in degrees, its radius in metres. */
export interface PivotCircle {
  centre: Position;
  radiusMetres: number;
}

/** A position each degree: a circle then lacks 0.005 % of its area. */
const stepsOfCircle = 360;
/** The radius of turf's sphere in metres. */
const turfRadius = 6_371_008.8;
const turfMetresPerDegree = (turfRadius * Math.PI) / 180;

/**
 * The sector of a pivot's circle under an arc; the whole circle for 360 degrees. turf draws it on a sphere, whose degrees are up to 0.7 % longer or shorter than those of
 * WGS 84 at the same place: offsets from the centre are scaled to the ellipsoid, so that area and radius are exact within 0.01 %.
 */
export function sectorOf(
  { centre, radiusMetres }: PivotCircle,
  { from, width }: Pick<WateredArc, 'from' | 'width'>,
): MultiPolygon {
  const { geometry } =
    width >= 360
      ? circle(centre, radiusMetres, { units: 'meters', steps: stepsOfCircle })
      : sector(centre, radiusMetres, from, from + width, { units: 'meters', steps: stepsOf(width) });
  const [longitude, latitude] = centre;
  const own = metresPerDegree(latitude);
  const scale = {
    longitude: (turfMetresPerDegree * Math.cos((latitude * Math.PI) / 180)) / own.longitude,
    latitude: turfMetresPerDegree / own.latitude,
  };
  const ring = (geometry.coordinates[0] ?? []).map(
    ([x = 0, y = 0]): Position => [
      longitude + (x - longitude) * scale.longitude,
      latitude + (y - latitude) * scale.latitude,
    ],
  );
  return multiPolygon(orientPolygons([[ring as Ring]]));
}

/** Steps of a circle that are about a degree. The last one of the arc is a half: turf leaves out the end of an arc on which a whole step ends. */
function stepsOf(width: number): number {
  return (360 * (Math.ceil(width) - 0.5)) / width;
}
