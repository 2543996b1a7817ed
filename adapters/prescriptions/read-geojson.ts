import { readFile } from 'node:fs/promises';
import type { UnpackedFile } from '../../domain/boundary-files/boundary-set.ts';
import { decodeText } from '../../domain/boundary-files/text-encoding.ts';
import { looksLikeDegrees } from '../../domain/geometry/coordinate-range.ts';
import { boundsOf, multiPolygon, type PolygonRings, type Position } from '../../domain/geometry/multi-polygon.ts';
import { limits } from '../../domain/limits.ts';
import type { Prescription, RatedGround } from '../../domain/prescriptions/prescription.ts';
import { finding, type PrescriptionFinding } from '../../domain/prescriptions/prescription-finding.ts';
import { highestRate, isNoRate } from '../../domain/prescriptions/rate-columns.ts';
import type { RateUnit } from '../../domain/prescriptions/rate-units.ts';
import { reasonOf } from '../boundary-files/conversion.ts';
import { PrescriptionError } from './prescription-error.ts';

interface Feature {
  geometry?: { type?: string; coordinates?: unknown } | null;
  properties?: Record<string, unknown> | null;
}

/**
 * Reads polygons of GeoJSON with a numeric property.
 *
 * @param unit of the rates, if it is known.
 * @throws PrescriptionError
 */
export async function readGeoJsonPrescription(
  file: UnpackedFile,
  asked: string | undefined,
  unit: RateUnit | undefined,
): Promise<Prescription> {
  const entry = file.name;
  const features = featuresOf(parsed(decodeText(await readFile(file.path)).text, entry), entry);
  if (features.length > limits.inspectedPolygons) {
    throw new PrescriptionError(
      finding('tooLarge', { entry }, { count: features.length, limit: limits.inspectedPolygons, what: 'polygons' }),
    );
  }
  const values = features.flatMap(({ properties }) => Object.entries(properties ?? {}));
  const names = [...new Set(values.map(([name]) => name))];
  const numeric = [...new Set(values.filter(([, value]) => typeof value === 'number').map(([name]) => name))];
  const column = asked ?? numeric.find((name) => !isNoRate(name));
  if (asked !== undefined && !names.includes(asked)) {
    throw new PrescriptionError(finding('columnMissing', { entry, column: asked }, { columns: names }));
  }
  if (column === undefined) throw new PrescriptionError(finding('noRateColumn', { entry }, { columns: names }));
  if (asked === undefined && numeric.length > 1) {
    throw new PrescriptionError(finding('rateColumnOpen', { entry }, { columns: numeric }));
  }
  const highest = highestRate(unit);
  const grounds: RatedGround[] = [];
  const findings: PrescriptionFinding[] = [];
  for (const [index, { geometry, properties }] of features.entries()) {
    const location = { entry, row: index + 1 };
    const rate = properties?.[column];
    const polygons = polygonsOf(geometry);
    if (polygons === undefined) findings.push(finding('notPolygons', location, { found: geometry?.type ?? 'missing' }));
    else if (polygons === 'damaged')
      findings.push(finding('shapeDamaged', location, { reason: 'its rings are not lists of positions' }));
    const fault = rateFault(rate, highest, { ...location, column });
    if (fault) findings.push(fault);
    else if (Array.isArray(polygons)) grounds.push({ geometry: multiPolygon(polygons), rate: rate as number });
  }
  const bounds = boundsOf(grounds.flatMap(({ geometry }) => geometry.coordinates));
  if (bounds && !looksLikeDegrees(bounds)) {
    throw new PrescriptionError(finding('notDegrees', { entry }, { x: bounds[0], y: bounds[1], hasProjection: false }));
  }
  return { format: 'geojson', entry, column, grounds, findings };
}

function parsed(text: string, entry: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new PrescriptionError(finding('malformed', { entry }, { reason: reasonOf(error) }));
  }
}

function featuresOf(json: unknown, entry: string): Feature[] {
  const { type, features } = (json ?? {}) as { type?: string; features?: unknown };
  if (type === 'FeatureCollection' && Array.isArray(features)) return features.map((one) => (one ?? {}) as Feature);
  if (type === 'Feature') return [json as Feature];
  throw new PrescriptionError(finding('malformed', { entry }, { reason: 'it is no FeatureCollection of GeoJSON' }));
}

function polygonsOf(geometry: Feature['geometry']): PolygonRings[] | 'damaged' | undefined {
  const { type, coordinates } = geometry ?? {};
  if (type !== 'Polygon' && type !== 'MultiPolygon') return undefined;
  const polygons = (type === 'Polygon' ? [coordinates] : coordinates) as unknown[];
  const isRing = (ring: unknown) => Array.isArray(ring) && ring.length >= 4 && ring.every(isPosition);
  const areRings = (polygon: unknown) => Array.isArray(polygon) && polygon.length > 0 && polygon.every(isRing);
  if (!Array.isArray(polygons) || !polygons.every(areRings)) return 'damaged';
  return (polygons as number[][][][]).map((polygon) =>
    polygon.map((ring) => ring.map(([x = 0, y = 0]): Position => [x, y])),
  );
}

const isPosition = (value: unknown) => Array.isArray(value) && Number.isFinite(value[0]) && Number.isFinite(value[1]);

function rateFault(
  rate: unknown,
  highest: number,
  location: { entry: string; row: number; column: string },
): PrescriptionFinding | undefined {
  if (rate === undefined || rate === null) return finding('rateMissing', location);
  const text = String(rate).slice(0, 40);
  if (typeof rate !== 'number') return finding('rateNotNumber', location, { text });
  if (rate > highest || rate <= -1e30) return finding('rateImpossible', location, { text });
  return rate < 0 ? finding('rateNegative', location, { text }) : undefined;
}
