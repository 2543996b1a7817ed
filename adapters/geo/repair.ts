import { areaHectares } from '../../domain/geometry/area.ts';
import { multiPolygon, type PolygonRings } from '../../domain/geometry/multi-polygon.ts';
import { provedValid } from '../../domain/geometry/prove-valid.ts';
import { tidyPolygons } from '../../domain/geometry/rings.ts';
import { type Defect, defectOfMessage } from '../../domain/geometry/validity.ts';
import { decodeWkb, encodeWkb } from '../../domain/geometry/wkb.ts';
import type { Gdal } from './gdal.ts';

export type Repair =
  /** Valid as it was. */
  | { outcome: 'valid'; polygons: PolygonRings[] }
  | { outcome: 'repaired'; polygons: PolygonRings[]; defect: Defect }
  /** Nothing with an area is left. */
  | { outcome: 'lost'; defect: Defect }
  /** It could not be shown to be valid without GDAL. */
  | { outcome: 'engineMissing' };

/** Rounding may bring two edges together that the repair had just parted; after so many rounds the unrounded result is taken. */
const mostRounds = 3;

/** Splinters of a repair below this are the rounding's: a hundredth of a square metre. */
const smallestPartHectares = 1e-6;

/**
 * Makes tidy polygons valid, with GEOS through GDAL: the area stays what the rings enclose (a bow tie becomes two triangles), lines and
 * points that are left over go.
 */
export function repairPolygons(polygons: PolygonRings[], gdal: Gdal | undefined): Repair {
  if (!gdal) return provedValid(polygons) ? { outcome: 'valid', polygons } : { outcome: 'engineMissing' };
  const defect = findDefect(polygons, gdal);
  if (!defect) return { outcome: 'valid', polygons };
  let repaired = polygons;
  for (let round = 0; round < mostRounds; round++) {
    const made = makeValid(repaired, gdal);
    repaired = tidyPolygons(made).polygons.filter(hasArea);
    if (repaired.length === 0) return { outcome: 'lost', defect };
    if (!findDefect(repaired, gdal)) return { outcome: 'repaired', polygons: repaired, defect };
    if (round === mostRounds - 1) repaired = made;
  }
  return { outcome: 'repaired', polygons: repaired, defect };
}

function findDefect(polygons: PolygonRings[], gdal: Gdal): Defect | undefined {
  const geometry = gdal.Geometry.fromWKB(Buffer.from(encodeWkb(polygons)));
  // GEOS gives its reason as a warning, which GDAL keeps as the last error.
  gdal.lastError = null;
  if (geometry.isValid()) return undefined;
  return defectOfMessage(gdal.lastError ? (gdal.lastError as { message: string }).message : '');
}

function makeValid(polygons: PolygonRings[], gdal: Gdal): PolygonRings[] {
  const geometry = gdal.Geometry.fromWKB(Buffer.from(encodeWkb(polygons)));
  return decodeWkb(geometry.makeValid().toWKB()).polygons;
}

function hasArea(rings: PolygonRings): boolean {
  return areaHectares(multiPolygon([rings])) >= smallestPartHectares;
}
