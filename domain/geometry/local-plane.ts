import type { Position } from './multi-polygon.ts';

const radians = Math.PI / 180;
/** WGS 84: equatorial radius in metres and the square of the eccentricity (NIMA TR8350.2). */
const equatorialRadius = 6_378_137;
const eccentricitySquared = 0.00669437999014;

/**
 * Metres in a degree of a great circle on the sphere with the equatorial radius of WGS 84, for sizes of pictures and of outlines of rows, whose rounding hides the shape
 * of the ellipsoid.
 */
export const degreeOnEquatorialSphere = 111_320;

/** Metres in a degree of a great circle on the sphere with the mean radius of the earth, as in SQL, for cells of a grid and distances of many kilometres. */
export const degreeOnMeanSphere = 111_195;

/**
 * Metres per degree of longitude and of latitude on WGS 84 at a latitude in degrees: exact to a millionth of a
 * millimetre for the distances between points of a machine.
 *
 * @example metresPerDegree(0) // { longitude: 111319.49, latitude: 110574.28 }
 */
export function metresPerDegree(latitude: number): { longitude: number; latitude: number } {
  const flatter = 1 - eccentricitySquared * Math.sin(latitude * radians) ** 2;
  const normal = equatorialRadius / Math.sqrt(flatter);
  return {
    longitude: normal * Math.cos(latitude * radians) * radians,
    latitude: ((normal * (1 - eccentricitySquared)) / flatter) * radians,
  };
}

/**
 * {@link metresPerDegree} as a DuckDB expression, for the latitude of an expression.
 *
 * @example `(lat - ${latitude}) * ${metresPerDegreeSql('lat').latitude}` // metres to the north
 */
export function metresPerDegreeSql(latitude: string): { longitude: string; latitude: string } {
  const flatter = `(1 - ${eccentricitySquared} * pow(sin(radians(${latitude})), 2))`;
  const normal = `(${equatorialRadius * radians} / sqrt(${flatter}))`;
  return {
    longitude: `(${normal} * cos(radians(${latitude})))`,
    latitude: `(${normal} * ${1 - eccentricitySquared} / ${flatter})`,
  };
}

/** Converts between degrees and metres to the east and north of a position. */
export interface LocalPlane {
  toPlane(longitude: number, latitude: number): Position;
  /** Longitudes may exceed 180 if the position is near that meridian. */
  toDegrees(x: number, y: number): Position;
}

/**
 * A plane that touches the ellipsoid at a position; lengths are exact there, and off by a thousandth 10 km to the north
 * of it at 45 degrees.
 *
 * @example localPlane([10, 50]).toPlane(10, 50.001) // [0, 111.23]
 */
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
