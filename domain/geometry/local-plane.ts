import type { Position } from './multi-polygon.ts';

const radians = Math.PI / 180;
/** WGS 84: equatorial radius in metres and the square of the eccentricity (NIMA TR8350.2). */
const equatorialRadius = 6_378_137;
const eccentricitySquared = 0.00669437999014;

/** Metres to the east and north of a place. */
export interface LocalPlane {
  toPlane(longitude: number, latitude: number): Position;
  /** Longitudes may go on beyond 180, where the place is near that meridian. */
  toDegrees(x: number, y: number): Position;
}

/** A plane that touches the ellipsoid at a place: lengths are true there, and off by a thousandth 10 km to the north of it at 45 degrees. */
export function localPlane([longitude, latitude]: Position): LocalPlane {
  const sine = Math.sin(latitude * radians);
  const normal = equatorialRadius / Math.sqrt(1 - eccentricitySquared * sine ** 2);
  const perLongitude = normal * Math.cos(latitude * radians) * radians;
  const perLatitude = ((normal * (1 - eccentricitySquared)) / (1 - eccentricitySquared * sine ** 2)) * radians;
  return {
    toPlane(x, y) {
      const turn = x - longitude > 180 ? -360 : x - longitude < -180 ? 360 : 0;
      return [(x + turn - longitude) * perLongitude, (y - latitude) * perLatitude];
    },
    toDegrees: (x, y) => [longitude + x / perLongitude, latitude + y / perLatitude],
  };
}
