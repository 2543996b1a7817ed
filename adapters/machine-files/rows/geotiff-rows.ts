import type { RasterBand } from 'gdal-async';
import { machineProblem } from '../../../domain/machine-files/problem.ts';
import { MachineFileError, rawColumn } from '../raw-set.ts';
import { type AppendedColumn, type ColumnValues, rowsAtOnce, type WorkDatabase } from '../work-database.ts';
import { openRasterGrid, type Pixel, type RasterGrid } from './raster-grid.ts';

/** Columns of `raw` besides the bands: the ground of a pixel in metres, square metres and degrees. */
export const pixelColumns = ['area', 'length', 'width', 'heading'] as const satisfies readonly (keyof Pixel)[];

/** Number of lines of a raster, and of those that are damaged. */
interface FilledRaster {
  lines: number;
  lostLines: number;
}

/** Flags of GDAL: one mask for all bands, and a mask that is a band of its own. */
const perDataset = 2;
const alpha = 4;

/**
 * Fills `raw` from a GeoTIFF: the centre of each pixel at which one of the bands has a value, line by line.
 *
 * @param bandsOf returns the bands to read, from 1, given their number; they become the columns in this order.
 * @throws MachineFileError if there is nothing to read.
 */
export async function fillFromGeoTiff(
  path: string,
  file: string,
  bandsOf: (count: number) => number[],
  work: WorkDatabase,
): Promise<FilledRaster> {
  const grid = openRasterGrid(path, file);
  try {
    const bands = bandsOf(grid.dataset.bands.count()).map((index) => grid.dataset.bands.get(index));
    const own = ['row', 'lon', 'lat', ...bands.map((_, index) => rawColumn(index)), ...pixelColumns];
    let lostLines = 0;
    let damage: unknown;
    const runs = function* (): Generator<ColumnValues[]> {
      let row = 0;
      for (const [line, count] of windowsOf(grid)) {
        let values: Float64Array[];
        try {
          values = valuesOf(bands, grid.columns, line, count);
        } catch (error) {
          // The rest of a damaged harvest is still most of it.
          lostLines += count;
          damage ??= error;
          continue;
        }
        for (const run of pointsOf(grid, values, line, count)) {
          yield [Float64Array.from(run[0] ?? [], () => row++), ...run];
        }
      }
    };
    const columns = own.map((name): AppendedColumn => ({ name, type: 'DOUBLE' }));
    const points = await work.fill('raw', columns, runs());
    if (points > 0) return { lines: grid.lines, lostLines };
    const nothing = damage
      ? machineProblem('unreadable', file, { reason: 'none of its lines can be unpacked' })
      : machineProblem('noReadableData', file);
    throw new MachineFileError(nothing, { cause: damage });
  } finally {
    grid.dataset.close();
  }
}

/** Runs of lines to read at once: whole blocks, so that none is decompressed twice. */
function* windowsOf({ dataset, columns, lines }: RasterGrid): Generator<[line: number, count: number]> {
  const block = dataset.bands.get(1).blockSize.y;
  const max = block * Math.max(1, Math.floor(rowsAtOnce / (columns * block)));
  for (let line = 0; line < lines; line += max) yield [line, Math.min(max, lines - line)];
}

/** The values of each band in a run of lines, scaled as the band declares; NaN if missing. */
function valuesOf(bands: RasterBand[], columns: number, line: number, lines: number): Float64Array[] {
  const read = (band: RasterBand) =>
    band.pixels.read(0, line, columns, lines, new Float64Array(columns * lines)) as Float64Array;
  return bands.map((band) => {
    const values = read(band);
    const isShared = (band.getMaskFlags() & (perDataset | alpha)) === perDataset;
    const mask = isShared ? band.getMaskBand() : null;
    const shown = mask && read(mask);
    const [scale, offset] = [band.scale ?? 1, band.offset ?? 0];
    const missing = band.dataType === 'Float32' ? Math.fround(band.noDataValue ?? Number.NaN) : band.noDataValue;
    for (let at = 0; at < values.length; at++) {
      const value = values[at] ?? Number.NaN;
      const isThere = value !== missing && shown?.[at] !== 0;
      values[at] = isThere ? value * scale + offset : Number.NaN;
    }
    return values;
  });
}

/** The pixels with a value as columns, without their row numbers. */
function* pointsOf(grid: RasterGrid, bands: Float64Array[], line: number, lines: number): Generator<Float64Array[]> {
  const { lon, lat } = grid.middles(line, lines);
  const pixels = Array.from({ length: lines }, (_, index) => grid.pixelOf(line + index));
  const present = [...lon.keys()].filter((at) => bands.some((values) => !Number.isNaN(values[at])));
  for (let from = 0; from < present.length; from += rowsAtOnce) {
    const some = present.slice(from, from + rowsAtOnce);
    const taken = [lon, lat, ...bands].map((values) => Float64Array.from(some, (at) => values[at] ?? Number.NaN));
    const ground = pixelColumns.map((name) =>
      Float64Array.from(some, (at) => pixels[Math.floor(at / grid.columns)]?.[name] ?? Number.NaN),
    );
    yield [...taken, ...ground];
  }
}
