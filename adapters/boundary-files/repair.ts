import type { Geometry } from 'gdal-async';
import { isTangled } from '../../domain/geometry/crossings.ts';
import { multiPolygon, type PolygonRings } from '../../domain/geometry/multi-polygon.ts';
import { provedValid } from '../../domain/geometry/prove-valid.ts';
import { hasArea, tidyPolygons } from '../../domain/geometry/rings.ts';
import { type Defect, defectOfMessage } from '../../domain/geometry/validity.ts';
import { decodeWkb, encodeWkb } from '../../domain/geometry/wkb.ts';
import type { Gdal } from '../gdal/gdal.ts';

export type Repair =
  /** Valid as it was. */
  | { outcome: 'valid'; polygons: PolygonRings[] }
  | { outcome: 'repaired'; polygons: PolygonRings[]; defect: Defect }
  /** It crosses itself more often than can be repaired in any useful time. */
  | { outcome: 'tangled' }
  /** Nothing with an area is left. */
  | { outcome: 'lost'; defect: Defect }
  /** It could not be shown to be valid without GDAL. */
  | { outcome: 'engineMissing' };

/** Rounding may bring two edges together that the repair had just parted; after so many rounds the unrounded result is taken. */
const maxRounds = 3;

/**
 * Makes tidy polygons valid, with GEOS through GDAL: the area stays what the rings enclose (a bow tie becomes two triangles), lines and
 * points that are left over go.
 */
export function repairPolygons(polygons: PolygonRings[], gdal: Gdal | undefined): Repair {
  if (!gdal && !provedValid(polygons)) return { outcome: 'engineMissing' };
  const defect = gdal && findDefect(polygons, gdal);
  if (!gdal || !defect) return keptWithArea(polygons);
  if (isTangled(multiPolygon(polygons))) return { outcome: 'tangled' };
  try {
    return repaired(polygons, defect, gdal);
  } catch {
    // GEOS gives up on some shapes (a topology exception); nothing usable is left of those.
    return { outcome: 'lost', defect };
  }
}

function repaired(polygons: PolygonRings[], defect: Defect, gdal: Gdal): Repair {
  let made = polygons;
  for (let round = 0; round < maxRounds; round++) {
    made = makeValid(made, gdal);
    const tidy = tidyPolygons(made).polygons.filter(hasArea);
    if (tidy.length === 0) return { outcome: 'lost', defect };
    if (!findDefect(tidy, gdal)) return { outcome: 'repaired', polygons: tidy, defect };
    if (round < maxRounds - 1) made = tidy;
  }
  return { outcome: 'repaired', polygons: made, defect };
}

function findDefect(polygons: PolygonRings[], gdal: Gdal): Defect | undefined {
  // GEOS gives its reason as a warning, which GDAL keeps as the last error.
  gdal.lastError = null;
  if (toGdal(polygons, gdal).isValid()) return undefined;
  return defectOfMessage((gdal.lastError as { message?: string } | null)?.message ?? '');
}

/**
 * Each polygon by itself, then all together: repairing them at once would take the overlap of two for a hole, and two equal ones for
 * nothing at all. A buffer of zero is their union, which is safe for polygons that are valid each.
 */
function makeValid(polygons: PolygonRings[], gdal: Gdal): PolygonRings[] {
  const parts = polygons.flatMap((rings) => fromGdal(makeOneValid(rings, gdal)));
  return parts.length > 1 && findDefect(parts, gdal) ? fromGdal(toGdal(parts, gdal).buffer(0, 1)) : parts;
}

/** What the shell encloses and its holes do not: repaired together, a hole along the border of its shell would be filled. */
function makeOneValid([shell = [], ...holes]: PolygonRings, gdal: Gdal): Geometry {
  const enclosed = (ring: PolygonRings[number]) => fromGdal(toGdal([[ring]], gdal).makeValid());
  const whole = toGdal(enclosed(shell), gdal);
  return holes.length > 0 ? whole.difference(toGdal(holes.flatMap(enclosed), gdal).buffer(0, 1)) : whole;
}

function toGdal(polygons: PolygonRings[], gdal: Gdal): Geometry {
  return gdal.Geometry.fromWKB(Buffer.from(encodeWkb(polygons)));
}

function fromGdal(geometry: Geometry): PolygonRings[] {
  return decodeWkb(geometry.toWKB()).polygons;
}

/** A line drawn there and back may be valid by the last digit of its coordinates. */
function keptWithArea(polygons: PolygonRings[]): Repair {
  if (polygons.some(hasArea)) return { outcome: 'valid', polygons };
  const [[[place] = []] = []] = polygons;
  return { outcome: 'lost', defect: { validity: 'TOO_FEW_POINTS', ...(place && { place }) } };
}
