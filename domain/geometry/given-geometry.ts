import { invalid } from '../errors.ts';
import { limits, limitText } from '../limits.ts';
import { findRangeFault, type RangeFault } from './coordinate-range.ts';
import { type MultiPolygon, multiPolygon, type PolygonRings, vertexCount } from './multi-polygon.ts';
import type { Overlay } from './overlay.ts';
import { provedValid } from './prove-valid.ts';
import { hasArea, orientPolygons, tidyRing } from './rings.ts';
import { type Defect, describeDefect } from './validity.ts';
import { GeometryShapeError, type Widened, widenGeoJson } from './widen.ts';

const minPositions = 4;

/**
 * The polygons of a geometry in a request, checked and in the form that is stored: rounded to a tenth of a millimetre,
 * without repeated positions, rings by the right-hand rule. Nothing is repaired; errors name the defect and its
 * position.
 *
 * @throws Problem `invalidGeometry` or `tooManyVertices`, at `#/geometry`.
 * @example const shape = await givenGeometry(body.geometry, packagedGeos());
 */
export async function givenGeometry(geometry: unknown, overlay: () => Promise<Overlay>): Promise<MultiPolygon> {
  const polygons = takePolygons(geometry);
  const vertices = vertexCount(polygons);
  if (vertices > limits.vertices) {
    const message = `The geometry has ${vertices} vertices; the limit is ${limitText.vertices}. Simplify it.`;
    throw invalid('#/geometry', message, 'tooManyVertices');
  }
  const fault = findRangeFault(polygons);
  if (fault) throw refused(faultText(fault));
  checkRings(polygons);
  const tidy = multiPolygon(orientPolygons(polygons.map((rings) => rings.map(tidyRing))));
  const defect = findShort(tidy.coordinates) ?? (await findCrossing(tidy, overlay)) ?? findFlat(tidy.coordinates);
  if (defect) throw refused(describeDefect(defect));
  return tidy;
}

function takePolygons(geometry: unknown): PolygonRings[] {
  const type = (geometry as { type?: unknown } | null)?.type;
  if (type === 'Feature' || type === 'FeatureCollection') {
    const part = type === 'Feature' ? 'its geometry' : 'the geometry of one of its features';
    throw refused(`it is a ${type}. Send ${part}, a Polygon or MultiPolygon (NOT_ALLOWED_GEOMETRY_TYPE)`);
  }
  const { polygons, others } = widened(geometry);
  if (others.length > 0 || type === 'GeometryCollection') {
    throw refused(`it is a ${others[0] ?? type}. Send a Polygon or MultiPolygon (NOT_ALLOWED_GEOMETRY_TYPE)`);
  }
  if (polygons.length === 0) throw refused('it has no coordinates (TOO_FEW_POINTS)');
  return polygons;
}

function widened(geometry: unknown): Widened {
  try {
    return widenGeoJson(geometry);
  } catch (error) {
    if (error instanceof GeometryShapeError)
      throw refused(`it ${error.message}. Send a GeoJSON Polygon or MultiPolygon`);
    throw error;
  }
}

/** The rules of RFC 7946 for rings: closed, with four positions or more. */
function checkRings(polygons: PolygonRings[]): void {
  for (const ring of polygons.flat()) {
    const [first, last] = [ring[0], ring.at(-1)];
    const at = first && { position: first };
    if (!first || !last || ring.length < minPositions) {
      const words = 'A ring has four positions or more, the last of which is the first';
      throw refused(`${describeDefect({ validity: 'TOO_FEW_POINTS', ...at })}. ${words}`);
    }
    if (first[0] !== last[0] || first[1] !== last[1]) {
      const words = 'A ring ends where it begins: repeat its first position at its end';
      throw refused(`${describeDefect({ validity: 'RING_NOT_CLOSED', ...at })}. ${words}`);
    }
  }
}

/** Rings with less than a triangle after repeated positions were removed. */
function findShort(polygons: PolygonRings[]): Defect | undefined {
  const position = polygons.flat().find((ring) => ring.length < minPositions)?.[0];
  return position && { validity: 'TOO_FEW_POINTS', position };
}

/** Asks the engine only if plain JavaScript could not prove validity. */
async function findCrossing(shape: MultiPolygon, overlay: () => Promise<Overlay>): Promise<Defect | undefined> {
  return provedValid(shape.coordinates) ? undefined : (await overlay()).findDefect(shape);
}

/** Polygons without area but for the last digit of a coordinate. */
function findFlat(polygons: PolygonRings[]): Defect | undefined {
  const position = polygons.find((rings) => !hasArea(rings))?.[0]?.[0];
  return position && { validity: 'TOO_FEW_POINTS', position };
}

function faultText(fault: RangeFault): string {
  if (fault.fault === 'outOfRange') {
    const said = `longitude ${fault.longitude}, latitude ${fault.latitude} is not a position on WGS 84 (INVALID_COORDINATE)`;
    return `${said}${likelyCause(fault.longitude, fault.latitude)}`;
  }
  if (fault.fault === 'crossesAntimeridian') {
    return `it reaches from longitude ${fault.west} to ${fault.east}, around the antimeridian: cut it there into polygons that end at longitude 180 and begin at -180`;
  }
  return `it touches a pole (latitude ${fault.latitude}), where longitude has no meaning`;
}

/** Why a position is out of range, as far as its numbers tell. */
function likelyCause(first: number, second: number): string {
  if (Math.abs(first) <= 90 && Math.abs(second) <= 180)
    return '. A position has its longitude first: these look swapped';
  if (Math.abs(first) >= 10_000 || Math.abs(second) >= 10_000)
    return '. These look like metres of a projection such as UTM: send degrees on WGS 84';
  return '. Longitudes are from -180 to 180, latitudes from -90 to 90';
}

function refused(reason: string) {
  return invalid('#/geometry', `The geometry is not valid: ${reason}.`, 'invalidGeometry');
}
