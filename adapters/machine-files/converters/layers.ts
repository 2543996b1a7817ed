import { join } from 'node:path';
import { machineProblem } from '../../../domain/machine-files/problem.ts';
import { reasonOf, withoutPaths } from '../../boundary-files/conversion.ts';
import { gdalInstall, loadGdal, type VectorDriver } from '../../gdal/gdal.ts';
import { sortedLayers } from '../../gdal/work-layers.ts';
import { type MachineConverter, MachineFileError } from '../raw-set.ts';
import { fillFromFeatureLines } from '../rows/feature-rows.ts';
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
  try {
    writeLines(path, driver, layer.name, lines, file);
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
  return { ...set, problems: [...problems, ...set.problems] };
}

/** Writes the features of a layer in degrees, one in each line. */
function writeLines(path: string, driver: VectorDriver, layer: string, target: string, file: string): void {
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
  } finally {
    dataset.close();
  }
}
