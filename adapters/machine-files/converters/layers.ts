import { join } from 'node:path';
import type { Layer, SpatialReference } from 'gdal-async';
import { machineProblem } from '../../../domain/machine-files/problem.ts';
import { reasonOf, withoutPaths } from '../../boundary-files/conversion.ts';
import { type DatumShift, shiftAt } from '../../gdal/datum-shift.ts';
import { gdalInstall, loadGdal, type VectorDriver } from '../../gdal/gdal.ts';
import { sortedLayers } from '../../gdal/work-layers.ts';
import { type MachineConverter, MachineFileError } from '../raw-set.ts';
import { fillFromFeatureLines } from '../rows/feature-rows.ts';
import { positionsOf, saidOfShift } from '../rows/wgs84-positions.ts';
import { setOfFeatures } from './features.ts';

/** Reads recorded points or swaths in the layer of a GeoPackage by the names of its columns. */
export const readGeoPackage: MachineConverter = (set, work) => read(set, work, 'GPKG', 'geopackage');

/** Reads recorded points or swaths in FlatGeobuf by the names of their columns. */
export const readFlatGeobuf: MachineConverter = (set, work) => read(set, work, 'FlatGeobuf', 'flatgeobuf');

/** Decimals of degrees in the features between GDAL and the row engine: a tenth of a millimetre. */
const decimals = 9;

async function read(
  { file, members: { main } }: Parameters<MachineConverter>[0],
  work: Parameters<MachineConverter>[1],
  driver: VectorDriver,
  kind: 'geopackage' | 'flatgeobuf',
): ReturnType<MachineConverter> {
  const path = main?.path ?? '';
  const sorted = sortedLayers(path, kind);
  const [layer, ...others] = sorted.work.sort((a, b) => b.features - a.features);
  if (!layer) throw new MachineFileError(machineProblem('noReadableData', file));
  const lines = join(work.directory, 'features.geojsonl');
  let shift: DatumShift | undefined;
  try {
    shift = writeLines(path, driver, layer.name, lines, file);
  } catch (error) {
    if (error instanceof MachineFileError) throw error;
    const reason = withoutPaths(reasonOf(error).split('\n')[0] ?? '');
    throw new MachineFileError(machineProblem('unreadable', file, { reason }), { cause: error });
  }
  const set = await setOfFeatures(file, await fillFromFeatureLines(lines, work), work);
  const left = others.map(({ name }) => name);
  const problems = [
    ...(left.length > 0 ? [machineProblem('otherLayers', file, { read: layer.name, left })] : []),
    ...(sorted.others.length > 0 ? [machineProblem('layersWithoutWork', file, { layers: sorted.others })] : []),
  ];
  const said = saidOfShift(file, shift);
  return { ...set, notes: [...said.notes, ...set.notes], problems: [...said.problems, ...problems, ...set.problems] };
}

/** Writes the features of a layer in degrees, one in each line. @returns the shift between datums, if there is one. */
function writeLines(
  path: string,
  driver: VectorDriver,
  layer: string,
  target: string,
  file: string,
): DatumShift | undefined {
  const gdal = loadGdal();
  if (!gdal) {
    const reason = `reading it needs GDAL, which is not installed here (${gdalInstall})`;
    throw new MachineFileError(machineProblem('unreadable', file, { reason }));
  }
  const dataset = gdal.open(path, 'r', [driver]);
  try {
    const system = dataset.layers.get(layer).srs;
    const toDegrees = system ? ['-t_srs', 'EPSG:4326'] : [];
    const options = ['-f', 'GeoJSONSeq', ...toDegrees, '-lco', `COORDINATE_PRECISION=${decimals}`, layer];
    gdal.vectorTranslate(target, dataset, options).close();
    return system ? shiftOf(dataset.layers.get(layer), system, file) : undefined;
  } finally {
    dataset.close();
  }
}

/** The shift at the middle of a layer, whose coordinates have x first, whatever the registry says. */
function shiftOf(layer: Layer, system: SpatialReference, file: string): DatumShift | undefined {
  const { minX, minY, maxX, maxY } = layer.getExtent();
  const [x, y] = [(minX + maxX) / 2, (minY + maxY) / 2];
  if (system.isGeographic()) return shiftAt(system, x, y);
  const yFirst = system.EPSGTreatsAsNorthingEasting();
  const toWgs84 = positionsOf(() => system, file, yFirst);
  toWgs84(Float64Array.of(x), Float64Array.of(y));
  return toWgs84.shift?.();
}
