import type { Dataset } from 'gdal-async';
import { areaHectares } from '../../../domain/geometry/area.ts';
import { metresPerDegree } from '../../../domain/geometry/local-plane.ts';
import { multiPolygon } from '../../../domain/geometry/multi-polygon.ts';
import { machineProblem } from '../../../domain/machine-files/problem.ts';
import { type Gdal, gdalInstall, loadGdal } from '../../gdal/gdal.ts';
import { MachineFileError } from '../raw-set.ts';
import { positionsOf, type ToWgs84, wgs84Positions } from './wgs84-positions.ts';

/** Maximum pixels: a field of 400 ha at one metre, which takes some minutes. */
const maxPixels = 4_000_000;
/**
 * Maximum values of a block, since a file may have all of its bands in one block, which is read as a whole: 256 MB of
 * doubles.
 */
const maxValues = 32_000_000;

/** A raster whose lines run from west to east, or from east to west. */
export interface RasterGrid {
  dataset: Dataset;
  columns: number;
  lines: number;
  /** The centres of the pixels in a run of lines, line by line, on WGS 84. */
  middles(line: number, count: number): ReturnType<ToWgs84>;
  /** The ground of the pixel in the middle of a line. */
  pixelOf(line: number): Pixel;
}

/** The ground of a pixel in metres, square metres, and degrees from north to the east. */
export interface Pixel {
  area: number;
  /** Length along the columns of the raster. */
  length: number;
  /** Width along its lines. */
  width: number;
  /** Heading of its columns, upwards. */
  heading: number;
}

/**
 * Opens a GeoTIFF. The caller closes its data set.
 *
 * @throws MachineFileError if it cannot be read, is too large, or has no georeference.
 */
export function openRasterGrid(path: string, file: string): RasterGrid {
  const unreadable = (reason: string) => new MachineFileError(machineProblem('unreadable', file, { reason }));
  const gdal = loadGdal();
  if (!gdal) throw unreadable(`a GeoTIFF needs GDAL, which is not installed here (${gdalInstall})`);
  const dataset = opened(gdal, path, file);
  try {
    const { x: columns, y: lines } = dataset.rasterSize;
    checkSize(dataset, file);
    const { geoTransform, srs } = dataset;
    if (!geoTransform) throw unreadable('it does not say where on the earth its pixels are (no georeference)');
    const [x0 = 0, dx = 0, turnedX = 0, y0 = 0, turnedY = 0, dy = 0] = geoTransform;
    if (turnedX !== 0 || turnedY !== 0) {
      throw unreadable('its lines are turned against its coordinate system (rotated); export it with north at the top');
    }
    if (!Number.isFinite(x0 + y0 + dx + dy) || dx * dy === 0) throw unreadable('its pixels have no size');
    const yFirst = srs !== null && (srs.EPSGTreatsAsLatLong() || srs.EPSGTreatsAsNorthingEasting());
    const toWgs84 = srs ? positionsOf(() => srs, file, yFirst) : wgs84Positions(undefined, file);
    return {
      dataset,
      columns,
      lines,
      middles(line, count) {
        const [x, y] = [new Float64Array(columns * count), new Float64Array(columns * count)];
        for (let at = 0; at < x.length; at++) {
          x[at] = x0 + ((at % columns) + 0.5) * dx;
          y[at] = y0 + (line + Math.floor(at / columns) + 0.5) * dy;
        }
        return toWgs84(x, y);
      },
      pixelOf(line) {
        const left = Math.floor(columns / 2);
        const [west, east] = [x0 + left * dx, x0 + (left + 1) * dx];
        const [north, south] = [y0 + line * dy, y0 + (line + 1) * dy];
        const { lon, lat } = toWgs84(
          Float64Array.of(west, west, east, east),
          Float64Array.of(north, south, south, north),
        );
        return measured(lon, lat);
      },
    };
  } catch (error) {
    dataset.close();
    throw error;
  }
}

function opened(gdal: Gdal, path: string, file: string): Dataset {
  try {
    return gdal.open(path, 'r', ['GTiff']);
  } catch (error) {
    const reason = 'it begins like a TIFF and does not open as one';
    throw new MachineFileError(machineProblem('unreadable', file, { reason }), { cause: error });
  }
}

function checkSize(dataset: Dataset, file: string): void {
  const { x, y } = dataset.rasterSize;
  const bands = dataset.bands.count();
  if (x * y > maxPixels || x * y * bands > maxValues) {
    const size = { pixels: x * y, bands, maxPixels, maxValues };
    throw new MachineFileError(machineProblem('rasterTooLarge', file, size));
  }
  // A block may be larger than the raster, and is decompressed as a whole.
  const block = dataset.bands.get(1).blockSize;
  if (block.x * block.y * bands > maxValues) {
    const reason = `it is stored in blocks of ${block.x} by ${block.y} pixels, which are too large to be unpacked`;
    throw new MachineFileError(machineProblem('unreadable', file, { reason }));
  }
}

const radians = Math.PI / 180;

/** The pixel with the corners upper left, lower left, lower right and upper right. */
function measured(lon: Float64Array, lat: Float64Array): Pixel {
  const corner = (index: number): [number, number] => [lon[index] ?? Number.NaN, lat[index] ?? Number.NaN];
  const area = areaHectares(multiPolygon([[[0, 1, 2, 3, 0].map(corner)]])) * 10_000;
  const [[west, north], [westBelow, south]] = [corner(0), corner(1)];
  const metres = metresPerDegree((north + south) / 2);
  const [east, up] = [(west - westBelow) * metres.longitude, (north - south) * metres.latitude];
  const length = Math.hypot(east, up);
  const heading = (Math.atan2(east, up) / radians + 360) % 360;
  return { area, length, width: area / length, heading };
}
