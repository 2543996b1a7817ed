import type { Geometry } from 'gdal-async';
import { isTangled } from '../../domain/geometry/crossings.ts';
import { multiPolygon, type PolygonRings } from '../../domain/geometry/multi-polygon.ts';
import { provedValid } from '../../domain/geometry/prove-valid.ts';
import { hasArea, tidyPolygons } from '../../domain/geometry/rings.ts';
import { type Defect, defectOfMessage } from '../../domain/geometry/validity.ts';
import { decodeWkb, encodeWkb } from '../../domain/geometry/wkb.ts';
import type { Gdal } from '../gdal/gdal.ts';

export type Repair =
  /** Valid without a repair. */
  | { outcome: 'valid'; polygons: PolygonRings[] }
  | { outcome: 'repaired'; polygons: PolygonRings[]; defect: Defect }
  /** It crosses itself too often for a repair in reasonable time. */
  | { outcome: 'tangled' }
  /** The result has no area. */
  | { outcome: 'lost'; defect: Defect }
  /** Its validity cannot be determined without GDAL. */
  | { outcome: 'engineMissing' };

/**
 * Maximum rounds of rounding and repair: rounding may join two edges that the repair has just separated. After that the
 * unrounded result is used.
 */
const maxRounds = 3;

/**
 * Makes tidy polygons valid with GEOS through GDAL: the area that the rings enclose stays (a bow tie becomes two
 * triangles); remaining lines and points are dropped.
 */
export function repairPolygons(polygons: PolygonRings[], gdal: Gdal | undefined): Repair {
  if (!gdal && !provedValid(polygons)) return { outcome: 'engineMissing' };
  const defect = gdal && findDefect(polygons, gdal);
  if (!gdal || !defect) return keptWithArea(polygons);
  if (isTangled(multiPolygon(polygons))) return { outcome: 'tangled' };
  try {
    return repaired(polygons, defect, gdal);
  } catch {
    // GEOS fails on some shapes (a topology exception), which are then lost.
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
  // GEOS reports the reason as a warning, which GDAL stores as the last error.
  gdal.lastError = null;
  if (toGdal(polygons, gdal).isValid()) return undefined;
  return defectOfMessage((gdal.lastError as { message?: string } | null)?.message ?? '');
}

/**
 * Repairs each polygon by itself, and then joins them: a common repair would turn the overlap of two into a hole, and
 * two equal ones into nothing. A buffer of zero computes their union, which is safe for valid polygons.
 */
function makeValid(polygons: PolygonRings[], gdal: Gdal): PolygonRings[] {
  const parts = polygons.flatMap((rings) => fromGdal(makeOneValid(rings, gdal)));
  return parts.length > 1 && findDefect(parts, gdal) ? fromGdal(toGdal(parts, gdal).buffer(0, 1)) : parts;
}

/**
 * Subtracts the holes from the shell after separate repairs: a common repair would fill a hole along the border of its
 * shell.
 */
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
  const [[[position] = []] = []] = polygons;
  return { outcome: 'lost', defect: { validity: 'TOO_FEW_POINTS', ...(position && { position }) } };
}
