import { invalid } from '../errors.ts';
import { areaHectares } from '../geometry/area.ts';
import { metresPerDegree } from '../geometry/local-plane.ts';
import { type Bounds, boundsOf, type MultiPolygon, multiPolygon, type Ring } from '../geometry/multi-polygon.ts';

/** Limits of the interface (K.3). */
const maxHectares = 50_000;
const maxPerimeterMetres = 300_000;
const maxVertices = 1_500;
const minHoleSquareMetres = 1;

/** Images are as large as the box around all parts of a field, which may have five times the area of the largest field. */
const maxBoxHectares = 250_000;
/** A box of 25 million pixels of 3 m, which are in memory at once. */
const maxPlanetBoxHectares = 22_500;
/** At the edge of a UTM zone grid north deviates from true north by up to three degrees, which makes the box on the grid larger by this share of its sides. */
const sineOfConvergence = Math.sin((3 * Math.PI) / 180);
/** Tiles of Sentinel-2 end at this latitude. */
const maxLatitude = 84;

/**
 * Checks a geometry against the limits for satellite fields.
 *
 * @throws Problem 400 at `#/geometry` that names the exceeded limit and the value.
 */
export function checkGround(geometry: MultiPolygon): void {
  const rings = geometry.coordinates.flat();
  const vertices = rings.reduce((sum, ring) => sum + ring.length - 1, 0);
  if (vertices > maxVertices) {
    throw refused(`It has ${vertices} vertices; the limit is ${maxVertices}. Simplify it.`, 'tooManyVertices');
  }
  const area = areaHectares(geometry);
  if (area > maxHectares) throw refused(`It has ${Math.ceil(area)} ha; the limit is ${maxHectares}.`);
  const perimeter = rings.reduce((sum, ring) => sum + lengthMetres(ring), 0);
  if (perimeter > maxPerimeterMetres) {
    const kilometres = Math.ceil(perimeter / 1000);
    throw refused(`Its perimeter has ${kilometres} km; the limit is ${maxPerimeterMetres / 1000}.`);
  }
  for (const hole of geometry.coordinates.flatMap(([, ...holes]) => holes)) {
    if (areaHectares(multiPolygon([[hole]])) * 10_000 >= minHoleSquareMetres) continue;
    throw refused(
      `The inner ring at ${hole[0]} has less than ${minHoleSquareMetres} m². Remove it.`,
      'invalidGeometry',
    );
  }
  checkBox(groundBounds(geometry));
}

/** The box around a field. */
export function groundBounds({ coordinates }: MultiPolygon): Bounds {
  const bounds = boundsOf(coordinates);
  if (!bounds) throw new Error('a field without coordinates');
  return bounds;
}

function checkBox([west, south, east, north]: Bounds): void {
  if (north > maxLatitude || south < -maxLatitude) {
    throw refused(`It lies beyond ${maxLatitude} degrees of latitude, where there are no scenes.`);
  }
  const metres = metresPerDegree((south + north) / 2);
  const box = ((east - west) * metres.longitude * ((north - south) * metres.latitude)) / 10_000;
  if (box <= maxBoxHectares) return;
  const hint = 'Register its parts as separate fields.';
  throw refused(`The box around it has ${Math.ceil(box)} ha; the limit is ${maxBoxHectares}. ${hint}`);
}

/**
 * Checks a geometry against the limit for Planet: a scene of a larger field would be paid for and then be too large to process in pixels of 3 m.
 *
 * @throws Problem 400 at `#/geometry`
 */
export function checkPlanetGround(geometry: MultiPolygon): void {
  const [west, south, east, north] = groundBounds(geometry);
  const metres = metresPerDegree((south + north) / 2);
  const [width, height] = [(east - west) * metres.longitude, (north - south) * metres.latitude];
  const box = (width * height + (width ** 2 + height ** 2) * sineOfConvergence) / 10_000;
  if (box <= maxPlanetBoxHectares) return;
  const hint = 'Register parts of it as separate fields, or leave out planet.';
  throw refused(
    `The box around it on the grid of a scene has up to ${Math.ceil(box)} ha; the limit with planet is ${maxPlanetBoxHectares}. ${hint}`,
  );
}

function lengthMetres(ring: Ring): number {
  let length = 0;
  let previous = ring[0];
  for (const current of ring) {
    if (previous) {
      const metres = metresPerDegree((previous[1] + current[1]) / 2);
      const [dx, dy] = [(current[0] - previous[0]) * metres.longitude, (current[1] - previous[1]) * metres.latitude];
      length += Math.hypot(dx, dy);
    }
    previous = current;
  }
  return length;
}

function refused(
  message: string,
  errorKey: 'tooManyVertices' | 'invalidGeometry' | 'groundTooLarge' = 'groundTooLarge',
) {
  return invalid('#/geometry', `The geometry is refused: ${message}`, errorKey);
}
