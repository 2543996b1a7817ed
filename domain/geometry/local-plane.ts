import type { Position } from './multi-polygon.ts';

const radians = Math.PI / 180;
/** WGS 84: equatorial radius in metres and the square of the eccentricity (NIMA TR8350.2). */
const equatorialRadius = 6_378_137;
const eccentricitySquared = 0.00669437999014;

/** Metres in a degree of longitude and in one of latitude, on WGS 84 at a latitude in degrees: true for steps of a machine to a millionth of a millimetre. */
export function metresPerDegree(latitude: number): { longitude: number; latitude: number } {
  const flatter = 1 - eccentricitySquared * Math.sin(latitude * radians) ** 2;
  const normal = equatorialRadius / Math.sqrt(flatter);
  return {
    longitude: normal * Math.cos(latitude * radians) * radians,
    latitude: ((normal * (1 - eccentricitySquared)) / flatter) * radians,
  };
}

/** What {@link metresPerDegree} gives, as SQL of DuckDB for the latitude that an expression has. */
export function metresPerDegreeSql(latitude: string): { longitude: string; latitude: string } {
  const flatter = `(1 - ${eccentricitySquared} * pow(sin(radians(${latitude})), 2))`;
  const normal = `(${equatorialRadius * radians} / sqrt(${flatter}))`;
  return {
    longitude: `(${normal} * cos(radians(${latitude})))`,
    latitude: `(${normal} * ${1 - eccentricitySquared} / ${flatter})`,
  };
}

/** Metres to the east and north of a place. */
export interface LocalPlane {
  toPlane(longitude: number, latitude: number): Position;
  /** Longitudes may go on beyond 180, where the place is near that meridian. */
  toDegrees(x: number, y: number): Position;
}

/** A plane that touches the ellipsoid at a place: lengths are true there, and off by a thousandth 10 km to the north of it at 45 degrees. */
export function localPlane([longitude, latitude]: Position): LocalPlane {
  const { longitude: perLongitude, latitude: perLatitude } = metresPerDegree(latitude);
  return {
    toPlane(x, y) {
      const turn = x - longitude > 180 ? -360 : x - longitude < -180 ? 360 : 0;
      return [(x + turn - longitude) * perLongitude, (y - latitude) * perLatitude];
    },
    toDegrees: (x, y) => [longitude + x / perLongitude, latitude + y / perLatitude],
  };
}
