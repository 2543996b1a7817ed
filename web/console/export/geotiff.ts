import type { Row } from '../numbers/run-sql.ts';

const metresPerDegree = 111_195;
/** A larger raster has larger cells. */
const maxCells = 4_000_000;
const noData = -9_999;

export interface Raster {
  width: number;
  height: number;
  /** From the north-west, row by row; `noData` where no point lies. */
  values: Float32Array<ArrayBuffer>;
  /** Of the outer corner in the north-west, in degrees. */
  west: number;
  north: number;
  /** Of a cell, in degrees. */
  lonStep: number;
  latStep: number;
}

/** Means of the points of each square cell. @param cellMetres width of a cell; wider where there would be too many. */
export function rasterOf(rows: readonly Row[], property: string, cellMetres: number): Raster | undefined {
  const valued = rows.filter((row) => typeof row[property] === 'number');
  if (valued.length === 0) return undefined;
  const edge = (name: string, pick: (one: number, other: number) => number) =>
    valued.reduce((found, row) => pick(found, Number(row[name])), Number(valued[0]?.[name]));
  const [west, east] = [edge('longitude', Math.min), edge('longitude', Math.max)];
  const [south, north] = [edge('latitude', Math.min), edge('latitude', Math.max)];
  const shrink = Math.cos((((south + north) / 2) * Math.PI) / 180);
  let metres = cellMetres;
  const sized = () => {
    const [latStep, lonStep] = [metres / metresPerDegree, metres / metresPerDegree / shrink];
    const [width, height] = [Math.floor((east - west) / lonStep) + 1, Math.floor((north - south) / latStep) + 1];
    return { width, height, latStep, lonStep };
  };
  while (sized().width * sized().height > maxCells) metres *= 1.5;
  const { width, height, latStep, lonStep } = sized();
  const [sums, counts] = [new Float64Array(width * height), new Uint32Array(width * height)];
  for (const row of valued) {
    const x = Math.floor((Number(row.longitude) - west) / lonStep);
    const y = Math.floor((north - Number(row.latitude)) / latStep);
    sums[y * width + x] = (sums[y * width + x] ?? 0) + Number(row[property]);
    counts[y * width + x] = (counts[y * width + x] ?? 0) + 1;
  }
  const values = Float32Array.from(sums, (sum, index) => (counts[index] ? sum / (counts[index] ?? 1) : noData));
  return { width, height, values, west, north, lonStep, latStep };
}

const [short, long, double, ascii] = [3, 4, 12, 2];

/** A raster as an uncompressed GeoTIFF of 32-bit numbers on WGS 84. */
export function geotiffOf({ width, height, values, west, north, lonStep, latStep }: Raster, description: string): Blob {
  const text = (content: string) => [...new TextEncoder().encode(content), 0];
  const entries: [tag: number, type: number, values: number[]][] = [
    [256, long, [width]],
    [257, long, [height]],
    [258, short, [32]],
    [259, short, [1]],
    [262, short, [1]],
    [270, ascii, text(description)],
    [273, long, [0]],
    [277, short, [1]],
    [278, long, [height]],
    [279, long, [values.byteLength]],
    [339, short, [3]],
    [33550, double, [lonStep, latStep, 0]],
    [33922, double, [0, 0, 0, west, north, 0]],
    // GeoKeys: a geographic system, areas as pixels, EPSG:4326.
    [34735, short, [1, 1, 0, 3, 1024, 0, 1, 2, 1025, 0, 1, 1, 2048, 0, 1, 4326]],
    [42113, ascii, text(String(noData))],
  ];
  const bytesOf = { [short]: 2, [long]: 4, [double]: 8, [ascii]: 1 } as Record<number, number>;
  const sizeOf = (type: number, list: number[]) => (bytesOf[type] ?? 1) * list.length;
  const directory = 2 + entries.length * 12 + 4;
  const extra = entries.reduce((sum, [, type, list]) => {
    const size = sizeOf(type, list);
    return sum + (size > 4 ? size + (size % 2) : 0);
  }, 0);
  const pixelsAt = 8 + directory + extra + ((4 - ((8 + directory + extra) % 4)) % 4);
  const view = new DataView(new ArrayBuffer(pixelsAt));
  view.setUint16(0, 0x4949);
  view.setUint16(2, 42, true);
  view.setUint32(4, 8, true);
  view.setUint16(8, entries.length, true);
  let free = 8 + directory;
  for (const [index, [tag, type, list]] of entries.entries()) {
    const at = 10 + index * 12;
    const numbers = tag === 273 ? [pixelsAt] : list;
    const size = sizeOf(type, numbers);
    view.setUint16(at, tag, true);
    view.setUint16(at + 2, type, true);
    view.setUint32(at + 4, numbers.length, true);
    let to = at + 8;
    if (size > 4) {
      view.setUint32(at + 8, free, true);
      to = free;
      free += size + (size % 2);
    }
    for (const number of numbers) {
      if (type === short) view.setUint16(to, number, true);
      else if (type === long) view.setUint32(to, number, true);
      else if (type === double) view.setFloat64(to, number, true);
      else view.setUint8(to, number);
      to += bytesOf[type] ?? 1;
    }
  }
  return new Blob([view.buffer, values], { type: 'image/tiff' });
}
