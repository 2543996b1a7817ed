import type { FieldGrid } from '../../../domain/satellite/grid/field-grid.ts';
import { SceneProblem } from '../../../domain/satellite/scenes/scene-problem.ts';
import type { ReadBytes } from '../../../formats/tiff/read-directory.ts';
import type { BandFile } from './band-file.ts';
import { type Numbers, unpackSamples } from './unpack.ts';

/** The tolerance of `nearestPixels`, 10⁻¹² pixels. */
const slack = 1e-10;

/**
 * Reads all bands of a file on the pixels of a grid of its system, block by block; blocks beside the grid are not read.
 *
 * @param take called for each pixel of the file with its index on the grid, the numbers of a block, and the offset of its own among these.
 * @throws SceneProblem if the file cannot be read.
 * @example await readPixels(file, grid, read, 'B04', (at, numbers, from) => { red[at] = numbers[from] ?? 0; });
 */
export async function readPixels(
  file: BandFile,
  grid: FieldGrid,
  read: ReadBytes,
  name: string,
  take: (at: number, numbers: Numbers, from: number) => void,
): Promise<void> {
  const { lay, blockWidth, blockHeight, packing } = file;
  if (`EPSG:${lay.system}` !== grid.system) {
    throw new SceneProblem(`${name} lies in EPSG:${lay.system}, other files of the scene in ${grid.system}.`);
  }
  const columns = numbersOf(grid.width, (at) =>
    Math.floor((grid.west + (at + 0.5) * grid.dx - lay.x) / lay.dx + slack),
  );
  const rows = numbersOf(grid.height, (at) => Math.floor((lay.y - grid.north + (at + 0.5) * grid.dy) / lay.dy + slack));
  const across = runs(columns, lay.width, blockWidth);
  for (const [blockRow, firstRow, endRow] of runs(rows, lay.height, blockHeight)) {
    for (const [blockColumn, firstColumn, endColumn] of across) {
      const range = await file.blockAt(blockColumn, blockRow);
      if (!range) continue;
      const packed = await read(range.from, range.to);
      if (packed.length < range.to - range.from) {
        throw new SceneProblem(`${name} is cut off: it ends in the middle of a block.`);
      }
      const numbers = unpackSamples(packed, file, name);
      for (let row = firstRow; row < endRow; row++) {
        const line = ((rows[row] as number) - blockRow * blockHeight) * blockWidth - blockColumn * blockWidth;
        for (let column = firstColumn; column < endColumn; column++) {
          take(row * grid.width + column, numbers, (line + (columns[column] as number)) * packing.samples);
        }
      }
    }
  }
}

const numbersOf = (count: number, valueAt: (at: number) => number) =>
  Int32Array.from({ length: count }, (_, at) => valueAt(at));

/** Runs of indexes of a grid that lie in one block each; those beside the file are left out. */
function runs(indexes: Int32Array, size: number, block: number): [block: number, first: number, end: number][] {
  const found: [block: number, first: number, end: number][] = [];
  for (const [at, target] of indexes.entries()) {
    if (target < 0 || target >= size) continue;
    const index = Math.floor(target / block);
    const last = found.at(-1);
    if (last?.[0] === index) last[2] = at + 1;
    else found.push([index, at, at + 1]);
  }
  return found;
}
