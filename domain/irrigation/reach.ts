import { boundsOf, type MultiPolygon } from '../geometry/multi-polygon.ts';
import type { StoredEquipment } from './irrigation.ts';
import { sectorOf } from './sectors.ts';

/** Beyond the end of a machine, as a factor of its reach: end guns. */
const reachFactor = 1.25;

/**
 * The machines whose water may be on some ground; all of them for ground that is not known.
 *
 * @example machinesReaching(machines, boundary.geometry).map(({ id }) => id)
 */
export function machinesReaching<
  Machine extends Pick<StoredEquipment, 'longitude' | 'latitude' | 'wetLengthMetres' | 'lengthMetres'>,
>(machines: readonly Machine[], ground: MultiPolygon | undefined): Machine[] {
  const bounds = ground && boundsOf(ground.coordinates);
  if (!bounds) return [...machines];
  return machines.filter(({ longitude, latitude, wetLengthMetres, lengthMetres }) => {
    const radius = wetLengthMetres ?? lengthMetres;
    // What does not say where it is, or how long, may reach any field.
    if (longitude === undefined || latitude === undefined || radius === undefined) return true;
    const circle = sectorOf(
      { centre: [longitude, latitude], radiusMetres: radius * reachFactor },
      { from: 0, width: 360 },
    );
    const own = boundsOf(circle.coordinates);
    return !!own && own[0] <= bounds[2] && bounds[0] <= own[2] && own[1] <= bounds[3] && bounds[1] <= own[3];
  });
}
