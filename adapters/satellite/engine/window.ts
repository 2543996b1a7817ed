import type { FieldGrid } from '../../../domain/satellite/grid/field-grid.ts';
import { fromMercator } from '../../../domain/satellite/grid/field-grid.ts';
import { type Projection, projectionOf } from '../../../domain/satellite/grid/utm.ts';
import { SceneProblem } from '../../../domain/satellite/scenes/scene-problem.ts';
import type { ReadBytes } from '../../../formats/tiff/read-directory.ts';
import { type BandFile, type Lay, openBand } from '../tiff/band-file.ts';
import { type Numbers, unpackBlock } from '../tiff/unpack.ts';

/** The part of a band around a field. */
export interface BandWindow {
  lay: Lay;
  values: Numbers;
  /** The value of pixels without data. */
  noData: number;
}

/** The margin of pixels that is read around the field, so that pictures have values up to its border. */
const around = 1;
/** The limit of pixels of one band. A field of 50,000 ha has 5 million pixels of ten metres; a file may claim smaller ones. */
const maxWindowPixels = 160_000_000;
/** The value of pixels without data, in files of Sentinel-2 and of Planet. */
const usualNoData = 0;

/**
 * Reads the blocks of a band in which a field lies, and neither other blocks nor overviews.
 *
 * @throws SceneProblem when the file cannot be read.
 */
export async function readWindow(read: ReadBytes, name: string, grid: FieldGrid): Promise<BandWindow> {
  const file = await openBand(read, name);
  const { blockWidth, blockHeight, lay } = file;
  if (!projectionOf(lay.system))
    throw new SceneProblem(`${name} cannot be read: its system EPSG:${lay.system} is not one of UTM.`);
  const across = Math.ceil(lay.width / blockWidth);
  const needed = new Set<number>();
  const box = { left: lay.width, top: lay.height, right: 0, bottom: 0 };
  eachPixel(grid, lay.system, (_, x, y) => {
    const [column, row] = [Math.floor((x - lay.x) / lay.dx), Math.floor((lay.y - y) / lay.dy)];
    const [left, right] = [Math.max(0, column - around), Math.min(lay.width - 1, column + around)];
    const [top, bottom] = [Math.max(0, row - around), Math.min(lay.height - 1, row + around)];
    if (left > right || top > bottom) return;
    box.left = Math.min(box.left, left);
    box.right = Math.max(box.right, right);
    box.top = Math.min(box.top, top);
    box.bottom = Math.max(box.bottom, bottom);
    for (const at of [top, bottom]) {
      const first = Math.floor(at / blockHeight) * across;
      needed.add(first + Math.floor(left / blockWidth));
      needed.add(first + Math.floor(right / blockWidth));
    }
  });
  return cut(file, needed, box, read, name);
}

async function cut(
  file: BandFile,
  needed: Set<number>,
  { left, top, right, bottom }: { left: number; top: number; right: number; bottom: number },
  read: ReadBytes,
  name: string,
): Promise<BandWindow> {
  const { lay, blockWidth, blockHeight, packing } = file;
  const noData = packing.noData ?? usualNoData;
  const [width, height] = [Math.max(0, right - left + 1), Math.max(0, bottom - top + 1)];
  if (width * height > maxWindowPixels) throw new SceneProblem(`The field covers too much of ${name}.`);
  const across = Math.ceil(lay.width / blockWidth);
  const values = new arrays[packing.kind](width * height).fill(noData);
  await Promise.all(
    [...needed].map(async (index) => {
      const [column, row] = [index % across, Math.floor(index / across)];
      const range = await file.blockAt(column, row);
      if (!range) return;
      const packed = await read(range.from, range.to);
      if (packed.length < range.to - range.from) {
        throw new SceneProblem(`${name} is cut off: it ends in the middle of a block.`);
      }
      const block = unpackBlock(packed, file, name);
      const [x0, y0] = [column * blockWidth, row * blockHeight];
      const [from, to] = [Math.max(left, x0), Math.min(right + 1, x0 + blockWidth)];
      for (let y = Math.max(top, y0); y < Math.min(bottom + 1, y0 + blockHeight); y++) {
        const start = (y - y0) * blockWidth;
        values.set(block.subarray(start + from - x0, start + to - x0), (y - top) * width + from - left);
      }
    }),
  );
  return { lay: { ...lay, x: lay.x + left * lay.dx, y: lay.y - top * lay.dy, width, height }, values, noData };
}

const arrays = { uint8: Uint8Array, uint16: Uint16Array, int16: Int16Array, float32: Float32Array } as const;

/** Pixels of pictures, which are small, are projected at the ends of runs of so many, and between them evenly: within a tenth of a millimetre. */
const evenPixels = 16;

/** The middles of pixels with values are projected once for all bands of a scene. */
const projected = new WeakMap<FieldGrid, Map<number, Float64Array>>();

/** The middles of a field's pixels in another system. */
function eachPixel(grid: FieldGrid, system: number, visit: (at: number, x: number, y: number) => void): void {
  const project = projectionOf(system);
  if (!project) return;
  if (grid.system === 'EPSG:3857') {
    eachPicturePixel(grid, project, visit);
    return;
  }
  const { width, mask } = grid;
  const known = projected.get(grid) ?? new Map<number, Float64Array>();
  const positions = known.get(system) ?? positionsOf(grid, project);
  projected.set(grid, known.set(system, positions));
  let index = 0;
  for (let at = 0; at < width * grid.height; at++) {
    if (!mask[at]) continue;
    visit(at, positions[index] as number, positions[index + 1] as number);
    index += 2;
  }
}

/** Alternately x and y. */
function positionsOf(
  { width, height, west, north, dx, dy, mask, pixels }: FieldGrid,
  project: Projection,
): Float64Array {
  const positions = new Float64Array(2 * pixels);
  let index = 0;
  for (let at = 0; at < width * height; at++) {
    if (!mask[at]) continue;
    const [x, y] = project(west + ((at % width) + 0.5) * dx, north - (Math.floor(at / width) + 0.5) * dy);
    positions[index++] = x;
    positions[index++] = y;
  }
  return positions;
}

function eachPicturePixel(
  { width, height, west, north, dx, dy, mask }: FieldGrid,
  project: Projection,
  visit: (at: number, x: number, y: number) => void,
): void {
  const toMap = (column: number, row: number) =>
    project(...fromMercator(west + (column + 0.5) * dx, north - (row + 0.5) * dy));
  for (let row = 0; row < height; row++) {
    const line = row * width;
    for (let first = 0; first < width; first += evenPixels) {
      const end = Math.min(width, first + evenPixels);
      if (!mask.subarray(line + first, line + end).includes(1)) continue;
      const [[x0, y0], [x1, y1]] = [toMap(first, row), toMap(first + evenPixels, row)];
      for (let column = first; column < end; column++) {
        if (!mask[line + column]) continue;
        const share = (column - first) / evenPixels;
        visit(line + column, x0 + (x1 - x0) * share, y0 + (y1 - y0) * share);
      }
    }
  }
}

/** A tolerance of 10⁻¹² pixels, so that rounding does not change which pixel is the nearest. */
const slack = 1e-10;

/** For each pixel of a field's grid the index of the nearest pixel of a window; -1 outside of the field or the window. */
export function nearestPixels(grid: FieldGrid, lay: Lay): Int32Array {
  const found = new Int32Array(grid.width * grid.height).fill(-1);
  eachPixel(grid, lay.system, (at, x, y) => {
    const column = Math.floor((x - lay.x) / lay.dx + slack);
    const row = Math.floor((lay.y - y) / lay.dy + slack);
    if (column >= 0 && row >= 0 && column < lay.width && row < lay.height) found[at] = row * lay.width + column;
  });
  return found;
}
