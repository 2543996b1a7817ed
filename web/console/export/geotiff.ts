import { degreeOnMeanSphere } from '../../../domain/geometry/local-plane.ts';
import {
  keysInDegrees,
  type TiffField,
  tiffDirectory,
  tiffHeader,
  tiffHeaderBytes,
} from '../../../formats/tiff/write-directory.ts';
import type { Row } from '../numbers/run-sql.ts';

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
    const [latStep, lonStep] = [metres / degreeOnMeanSphere, metres / degreeOnMeanSphere / shrink];
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

/** A raster as an uncompressed GeoTIFF of 32-bit numbers on WGS 84. */
export function geotiffOf({ width, height, values, west, north, lonStep, latStep }: Raster, description: string): Blob {
  const text = (content: string) => new TextEncoder().encode(`${content}\0`);
  const fields = (pixelsAt: number): TiffField[] => [
    [256, 'long', [width]],
    [257, 'long', [height]],
    [258, 'short', [32]],
    [259, 'short', [1]],
    [262, 'short', [1]],
    [270, 'ascii', text(description)],
    [273, 'long', [pixelsAt]],
    [277, 'short', [1]],
    [278, 'long', [height]],
    [279, 'long', [values.byteLength]],
    [339, 'short', [3]],
    [33550, 'double', [lonStep, latStep, 0]],
    [33922, 'double', [0, 0, 0, west, north, 0]],
    [34735, 'short', keysInDegrees],
    [42113, 'ascii', text(String(noData))],
  ];
  const directoryEnd = tiffHeaderBytes + tiffDirectory(fields(0), tiffHeaderBytes).length;
  const padding = (4 - (directoryEnd % 4)) % 4;
  const directory = tiffDirectory(fields(directoryEnd + padding), tiffHeaderBytes);
  return new Blob([tiffHeader(tiffHeaderBytes), directory, new Uint8Array(padding), values], { type: 'image/tiff' });
}
