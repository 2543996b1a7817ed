import { readFile } from 'node:fs/promises';
import type { UnpackedFile } from '../../domain/boundary-files/boundary-set.ts';
import { looksLikeDegrees } from '../../domain/geometry/coordinate-range.ts';
import { boundsOf, multiPolygon } from '../../domain/geometry/multi-polygon.ts';
import { polygonsOfRings } from '../../domain/geometry/polygons-of-rings.ts';
import { limits } from '../../domain/limits.ts';
import type { Prescription, RatedGround } from '../../domain/prescriptions/prescription.ts';
import { finding, type PrescriptionFinding } from '../../domain/prescriptions/prescription-finding.ts';
import { highestRate, isNoRate } from '../../domain/prescriptions/rate-columns.ts';
import type { RateUnit } from '../../domain/prescriptions/rate-units.ts';
import { statedSystem } from '../../domain/prescriptions/stated-system.ts';
import { ConversionError, reasonOf } from '../boundary-files/conversion.ts';
import { type DbfHeader, dbfHeaderOf, deletedMark } from '../boundary-files/converters/dbf-header.ts';
import { loadGdal } from '../gdal/gdal.ts';
import { asIs, type Reprojection, reprojectionFrom } from '../gdal/reproject.ts';
import { numberInCell } from '../machine-files/rows/dbf-rows.ts';
import { polygonRecords, shapeHeader } from './polygon-records.ts';
import { PrescriptionError } from './prescription-error.ts';
import { otherKind, ratesOfColumn } from './rate-cells.ts';

/** A shapefile in a zip, as far as it says which of several is the prescription. */
interface Candidate {
  entry: string;
  shp: UnpackedFile;
  prj: UnpackedFile | undefined;
  dbfName: string;
  dbf: Buffer;
  header: DbfHeader;
  numeric: string[];
}

/**
 * Reads a shapefile in any folder of a zip, in any coordinate system that its .prj states. Of several, the only one with the column, or with a numeric column, is
 * the prescription.
 *
 * @param unit of the rates, if it is known.
 * @throws PrescriptionError
 */
export async function readShapefilePrescription(
  files: readonly UnpackedFile[],
  column: string | undefined,
  unit: RateUnit | undefined,
): Promise<Prescription> {
  const candidates = await candidatesIn(files);
  const fitting = candidates.filter(({ header, numeric }) =>
    column === undefined ? numeric.some((name) => !isNoRate(name)) : header.columns.some(({ name }) => name === column),
  );
  const [chosen = candidates[0], second] = fitting;
  if (!chosen) throw new PrescriptionError(finding('partMissing', {}, { extension: 'dbf' }));
  if (second) {
    const entries = fitting.map(({ entry }) => entry);
    throw new PrescriptionError(finding('severalShapefiles', {}, { entries }));
  }
  return read(chosen, column, highestRate(unit));
}

async function candidatesIn(files: readonly UnpackedFile[]): Promise<Candidate[]> {
  const named = (name: string) => files.find((file) => file.name.toLowerCase() === name.toLowerCase());
  const candidates = await Promise.all(
    files
      .filter(({ name }) => /\.shp$/i.test(name))
      .map(async (shp): Promise<Candidate[]> => {
        const stem = shp.name.slice(0, -4);
        const [table, prj] = [named(`${stem}.dbf`), named(`${stem}.prj`)];
        if (!table)
          throw new PrescriptionError(finding('partMissing', { entry: shp.name }, { extension: 'dbf', base: stem }));
        const dbf = await readFile(table.path);
        const header = headerOf(dbf, table.name);
        const numeric = header.columns.filter((one) => otherKind(one) === undefined).map(({ name }) => name);
        return [{ entry: shp.name, shp, prj, dbfName: table.name, dbf, header, numeric }];
      }),
  );
  return candidates.flat();
}

function headerOf(dbf: Buffer, entry: string): DbfHeader {
  try {
    return dbfHeaderOf(dbf);
  } catch (error) {
    throw new PrescriptionError(finding('shapefileDamaged', { entry }, { reason: reasonOf(error) }));
  }
}

async function read(
  { entry, shp, prj, dbf, dbfName, header, numeric }: Candidate,
  asked: string | undefined,
  highest: number,
): Promise<Prescription> {
  const bytes = await readFile(shp.path);
  const shapes = shapeHeader(bytes);
  if (!shapes)
    throw new PrescriptionError(
      finding('shapefileDamaged', { entry }, { reason: 'it does not begin like a .shp file' }),
    );
  if (shapes.otherShapes) throw new PrescriptionError(finding('notPolygons', { entry }, { found: shapes.otherShapes }));
  const names = header.columns.map(({ name }) => name);
  if (asked === undefined && numeric.length > 1 && !numeric.every(isNoRate)) {
    throw new PrescriptionError(finding('rateColumnOpen', { entry: dbfName }, { columns: numeric }));
  }
  const only = numeric.find((name) => !isNoRate(name));
  const column = header.columns.find(({ name }) => name === (asked ?? only));
  if (!column) {
    throw new PrescriptionError(
      asked === undefined
        ? finding('noRateColumn', { entry: dbfName }, { columns: names })
        : finding('columnMissing', { entry: dbfName, column: asked }, { columns: names }),
    );
  }
  const kind = otherKind(column);
  if (kind) throw new PrescriptionError(finding('columnNotNumeric', { entry: dbfName, column: column.name }, { kind }));
  if (header.records > limits.inspectedPolygons) {
    throw new PrescriptionError(
      finding('tooLarge', { entry }, { count: header.records, limit: limits.inspectedPolygons, what: 'polygons' }),
    );
  }
  const { findings } = ratesOfColumn(dbf, header, column, { entry: dbfName, highest });
  const grounds: RatedGround[] = [];
  const placing = placingOf(prj && (await readFile(prj.path, 'latin1')), entry);
  findings.push(...placing.findings);
  let records = 0;
  for (const record of polygonRecords(bytes)) {
    records++;
    const at = header.headerBytes + (record.row - 1) * header.recordBytes;
    if (record.row > header.records || dbf[at] === deletedMark) continue;
    const location = { entry, row: record.row };
    if (record.isEmpty) findings.push(finding('shapeMissing', location));
    else if (record.fault) findings.push(finding('shapeDamaged', location, { reason: record.fault }));
    if (record.isEmpty || record.fault) continue;
    const rate = numberInCell(dbf, at + column.offset, at + column.offset + column.length);
    if (!(rate >= 0 && rate <= highest)) continue;
    grounds.push({ geometry: multiPolygon(placing.place(polygonsOfRings(record.rings()))), rate });
  }
  if (records !== header.records) {
    findings.push(finding('countsDiffer', { entry }, { shapes: records, index: records, rows: header.records }));
  }
  return { format: 'shapefile', entry, column: column.name, grounds, findings };
}

type Coordinates = RatedGround['geometry']['coordinates'];

/** How coordinates become degrees on WGS 84. */
function placingOf(projection: string | undefined, entry: string) {
  const system = statedSystem(projection);
  const findings: PrescriptionFinding[] = [];
  let reprojection: Reprojection = asIs;
  if (!system) findings.push(finding('projectionMissing', { entry }));
  else if (system.kind !== 'wgs84') {
    const gdal = loadGdal();
    if (!gdal)
      throw new PrescriptionError(
        finding('systemUnusable', { entry }, { reason: 'it needs GDAL, which is not installed here' }),
      );
    try {
      reprojection = reprojectionFrom(gdal, gdal.SpatialReference.fromESRI([projection ?? '']), { file: entry }, false);
    } catch (error) {
      throw new PrescriptionError(finding('systemUnusable', { entry }, { reason: reasonOf(error) }));
    }
    findings.push(finding('reprojected', { entry }, { system: system.name }));
  }
  const place = (polygons: Coordinates): Coordinates => {
    const placed = placedBy(reprojection, polygons, entry);
    const bounds = boundsOf(placed);
    if (bounds && looksLikeDegrees(bounds)) return placed;
    const [x = 0, y = 0] = bounds ?? [];
    throw new PrescriptionError(finding('notDegrees', { entry }, { x, y, hasProjection: system !== undefined }));
  };
  return { findings, place };
}

function placedBy(reprojection: Reprojection, polygons: Coordinates, entry: string): Coordinates {
  try {
    return reprojection({ polygons, others: [] }, { file: entry }).polygons;
  } catch (error) {
    if (!(error instanceof ConversionError)) throw error;
    throw new PrescriptionError(finding('systemUnusable', { entry }, { reason: reasonOf(error) }));
  }
}
