import { looksLikeDegrees } from '../../domain/geometry/coordinate-range.ts';
import type { Bounds } from '../../domain/geometry/multi-polygon.ts';
import { finding, type PrescriptionFinding } from '../../domain/prescriptions/prescription-finding.ts';
import { statedSystem } from '../../domain/prescriptions/stated-system.ts';
import { polygonRecords, shapeHeader } from './polygon-records.ts';

/** The shapes of a prescription. */
export interface CheckedShapes {
  /** Whether records could be counted. */
  isReadable: boolean;
  records: number;
  polygons: number;
  /** In the coordinates of the file; absent without a polygon. */
  bounds?: Bounds;
  findings: PrescriptionFinding[];
}

/**
 * Checks the polygons of a .shp file, and that their coordinates are degrees on WGS 84.
 *
 * @param projection the text of the .prj.
 */
export function checkShapes(bytes: Buffer, entry: string, projection: string | undefined): CheckedShapes {
  const unreadable = (found: PrescriptionFinding) => ({
    isReadable: false,
    records: 0,
    polygons: 0,
    findings: [found],
  });
  const header = shapeHeader(bytes);
  if (!header)
    return unreadable(finding('shapefileDamaged', { entry }, { reason: 'it does not begin like a .shp file' }));
  if (header.otherShapes) return unreadable(finding('notPolygons', { entry }, { found: header.otherShapes }));
  const findings: PrescriptionFinding[] = [];
  if (bytes.length < header.statedBytes) {
    const reason = `it has ${bytes.length} bytes and should have ${header.statedBytes}`;
    findings.push(finding('shapefileDamaged', { entry }, { reason }));
  }
  const bounds: Bounds = [Infinity, Infinity, -Infinity, -Infinity];
  const missing = { row: 0, rows: 0 };
  const damaged = { row: 0, rows: 0, reason: '' };
  let [records, polygons] = [0, 0];
  for (const record of polygonRecords(bytes)) {
    records++;
    if (record.isEmpty) {
      missing.rows++;
      missing.row ||= record.row;
    } else if (record.fault) {
      damaged.rows++;
      damaged.row ||= record.row;
      damaged.reason ||= record.fault;
    } else polygons++;
    const [west, south, east, north] = record.bounds;
    bounds[0] = Math.min(bounds[0], west);
    bounds[1] = Math.min(bounds[1], south);
    bounds[2] = Math.max(bounds[2], east);
    bounds[3] = Math.max(bounds[3], north);
  }
  if (missing.rows > 0) findings.push(finding('shapeMissing', { entry, row: missing.row, rows: missing.rows }));
  if (damaged.rows > 0) {
    const { row, rows, reason } = damaged;
    findings.push(finding('shapeDamaged', { entry, row, rows }, { reason }));
  }
  if (polygons === 0) findings.push(finding('noPolygons', { entry }));
  const isPlaced = bounds[0] <= bounds[2];
  if (isPlaced) findings.push(...systemFindings(bounds, entry, projection));
  return { isReadable: true, records, polygons, ...(isPlaced && { bounds }), findings };
}

function systemFindings(bounds: Bounds, entry: string, projection: string | undefined): PrescriptionFinding[] {
  const system = statedSystem(projection);
  const [x, y] = bounds;
  if (system?.kind === 'projected') return [finding('projected', { entry }, { system: system.name })];
  if (!looksLikeDegrees(bounds))
    return [finding('notDegrees', { entry }, { x, y, hasProjection: system !== undefined })];
  if (!system) return [finding('projectionMissing', { entry })];
  return system.kind === 'otherDegrees' ? [finding('otherDatum', { entry }, { system: system.name })] : [];
}
