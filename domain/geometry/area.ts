import type { MultiPolygon, Position, Ring } from './multi-polygon.ts';

/** WGS 84: equatorial radius in metres and flattening (NIMA TR8350.2). */
const equatorialRadius = 6_378_137;
const flattening = 1 / 298.257223563;

const eccentricitySquared = flattening * (2 - flattening);
const eccentricity = Math.sqrt(eccentricitySquared);
const qAtPole = authalicQ(1);
/** The radius of the sphere with the surface area of the ellipsoid, about 6,371,007.2 m. */
export const authalicRadius = equatorialRadius * Math.sqrt(qAtPole / 2);

const radiansPerDegree = Math.PI / 180;
const squareMetresPerHectare = 10_000;

/**
 * The area inside a geometry on WGS 84, holes taken out.
 *
 * Latitudes are converted to authalic ones, which map the ellipsoid onto a sphere of equal area, where edges are great
 * circles. A plain sphere would be off by -0.45 % at the equator and +0.56 % at 60 degrees; this stays within a
 * millionth of a geodesic calculation from a field to a county, at any latitude. Parts must not overlap each other.
 *
 * @example areaHectares(multiPolygon([[[[0, 0], [1, 0], [1, 1], [0, 1], [0, 0]]]])) // 1,230,877.6
 */
export function areaHectares(geometry: MultiPolygon): number {
  let squareMetres = 0;
  for (const [outer, ...holes] of geometry.coordinates) {
    if (!outer) continue;
    squareMetres += ringArea(outer);
    for (const hole of holes) squareMetres -= ringArea(hole);
  }
  return Math.max(0, squareMetres) / squareMetresPerHectare;
}

function ringArea(ring: Ring): number {
  let excess = 0;
  let previous: Position | undefined;
  for (const current of ring) {
    if (previous) excess += excessUnderEdge(previous, current);
    previous = current;
  }
  return Math.abs(excess) * authalicRadius ** 2;
}

/** The spherical excess of the quadrilateral between an edge and the equator, positive eastwards. */
function excessUnderEdge([lon1, lat1]: Position, [lon2, lat2]: Position): number {
  const turn = Math.tan((shortestTurn(lon2 - lon1) * radiansPerDegree) / 2);
  const half1 = tanOfHalfAuthalicLatitude(lat1);
  const half2 = tanOfHalfAuthalicLatitude(lat2);
  return 2 * Math.atan2(turn * (half1 + half2), 1 + half1 * half2);
}

function shortestTurn(degrees: number): number {
  if (degrees > 180) return degrees - 360;
  return degrees < -180 ? degrees + 360 : degrees;
}

function tanOfHalfAuthalicLatitude(latitude: number): number {
  const sine = authalicSine(latitude);
  return sine / (1 + Math.sqrt(Math.max(0, 1 - sine * sine)));
}

/**
 * The sine of the authalic latitude of a latitude in degrees.
 *
 * @example authalicSine(90) // 1
 */
export function authalicSine(latitude: number): number {
  return authalicQ(Math.sin(latitude * radiansPerDegree)) / qAtPole;
}

/** Snyder, Map Projections: A Working Manual (1987), equation 3-12. */
function authalicQ(sine: number): number {
  const e = eccentricity;
  const logarithm = Math.log((1 - e * sine) / (1 + e * sine));
  return (1 - eccentricitySquared) * (sine / (1 - eccentricitySquared * sine * sine) - logarithm / (2 * e));
}
