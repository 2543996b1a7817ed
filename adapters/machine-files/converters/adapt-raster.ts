import { machineProblem } from '../../../domain/machine-files/problem.ts';
import type { AdaptOperation, AdaptVariable } from '../../../domain/machine-files/sets/adapt-document.ts';
import { text } from '../../duckdb/sql-text.ts';
import { MachineFileError, rawColumn } from '../raw-set.ts';
import { fillFromGeoTiff } from '../rows/geotiff-rows.ts';
import type { WorkDatabase } from '../work-database.ts';
import { type AdaptRecords, namingFile, utc } from './adapt-records.ts';

/**
 * Reads a GeoTIFF: a point for the centre of each pixel. The document assigns bands to variables.
 *
 * A pixel knows nothing of the machine that crossed it. Its distance, width and heading are those of the pixel, so that
 * the ground of a point is the pixel; its time is the start of the operation.
 *
 * @param start the time of the operation, as the document writes it.
 * @throws MachineFileError
 */
export async function readAdaptRaster(
  file: string,
  path: string,
  { variables }: AdaptOperation,
  start: string | undefined,
  work: WorkDatabase,
): Promise<AdaptRecords> {
  const named = (variables ?? []).filter((variable) => bandOf(variable) !== undefined);
  const wanted = [...new Set(named.flatMap((variable) => bandOf(variable) ?? []))];
  if (wanted.length === 0) throw unreadable(file, 'no variable of its operation has a geoTIFFBandIndex');
  let count = 0;
  const present = () => wanted.filter((band) => band >= 1 && band <= count);
  const bandsOf = (bands: number) => {
    count = bands;
    if (present().length > 0) return present();
    throw unreadable(file, `its operation has values in band ${wanted.join(', ')}, and it has ${bands}`);
  };
  const { lines, lostLines } = await namingFile(file, path, () => fillFromGeoTiff(path, file, bandsOf, work));
  const bands = present();
  const missing = wanted.filter((band) => !bands.includes(band));
  const lost = [
    ...missing.map((band) => `band ${band} (${codeOf(named, band)}) is not there, the last one is band ${count}`),
    ...(lostLines > 0 ? [`${lostLines} of the ${lines} lines of the raster cannot be unpacked`] : []),
  ];
  return {
    columns: bands.map((band) => ({ name: `${codeOf(named, band)} (band ${band})`, type: 'DOUBLE' })),
    columnOf(variable) {
      const index = bands.indexOf(bandOf(variable) ?? 0);
      return index < 0 ? undefined : rawColumn(index);
    },
    values: [
      { property: 'area', sql: 'area', unit: 'm2' },
      { property: 'distance', sql: 'length', unit: 'm' },
      { property: 'equipmentWidth', sql: 'width', unit: 'm' },
      { property: 'heading', sql: 'heading', unit: 'arcdeg' },
    ],
    ...(start !== undefined && { time: utc(text(start)) }),
    hasSteps: true,
    notes: [
      'the records are a raster: a point is the middle of a pixel, with the distance, equipmentWidth and heading of the pixel',
      ...(bands.length < count
        ? [`of its ${count} bands only those of variables were read (${bands.join(', ')})`]
        : []),
      ...(start === undefined ? [] : ['all points have the time at which the operation began']),
    ],
    problems: lost.map((what) => machineProblem('damagedPart', file, { what })),
  };
}

/**
 * The band of a variable, from 1: `geoTIFFBandIndex` of the standard's schema (adapt-root-schema.json 2.0.2, ADAPT/Standard: "required for
 * raster geospatial data", at least 1). Version 1.0 called it File Data Index (adaptstandard.org/docs/spatial-records-file), which AgGateway's
 * own exporter counted from 1 too (ADAPT/StandardPlugin, PrescriptionExporter.cs).
 */
function bandOf({ geoTIFFBandIndex, fileDataIndex }: AdaptVariable): number | undefined {
  return geoTIFFBandIndex ?? fileDataIndex ?? undefined;
}

function codeOf(variables: AdaptVariable[], band: number): string {
  return variables.find((variable) => bandOf(variable) === band)?.definitionCode ?? 'a variable without a definition';
}

function unreadable(file: string, reason: string): MachineFileError {
  return new MachineFileError(machineProblem('unreadable', file, { reason }));
}
