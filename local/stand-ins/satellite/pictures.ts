import { type BandKey, bandOf, bands, coarser, type Grid, patternOf } from './bands.ts';
import { type CropName, cropFile, cropOf, cropPosition } from './crops.ts';
import { type GeoReference, headOf, type Level, levelOf } from './geotiff.ts';
import { type Tile, tileMetres } from './tiles.ts';

/** A file in pieces, so that pieces shared by many files are in memory once. */
export interface Picture {
  parts: Buffer[];
  length: number;
}

interface Body {
  levels: Level[];
  blocks: Buffer;
}

/** Maximum number of cached bodies of bands, about a megabyte each. */
const maxBodies = 30;

/** Makes files of bands, each at its first request. */
export function pictureMaker() {
  const bodies = new Map<string, Body>();

  const bodyOf = (name: CropName, key: BandKey, isOffset: boolean): Body => {
    const mark = `${name} ${key} ${isOffset}`;
    const known = bodies.get(mark);
    bodies.delete(mark);
    const body = known ?? laidBody(name, key, isOffset);
    bodies.set(mark, body);
    const [oldest] = bodies.keys();
    if (bodies.size > maxBodies && oldest !== undefined) bodies.delete(oldest);
    return body;
  };

  return {
    /** A band of the real scene at its own location: the original file, or one computed on its grid. */
    real(name: CropName, key: BandKey): Picture {
      const { name: file, ...band } = bands[key];
      if (!('made' in band)) return whole([cropFile(name, `${file}.tif`)]);
      const level = levelOf(bandOf(cropOf(name), key), cropPosition.size, 128, 16);
      const georeference = { epsg: 32_600 + cropPosition.zone, ...cropPosition };
      return whole([headOf([level], 16, georeference), ...level.blocks]);
    },
    /** A band of a synthetic scene, with the pattern repeated over its tile. */
    laid(name: CropName, key: BandKey, isOffset: boolean, tile: Tile): Picture {
      const { levels, blocks } = bodyOf(name, key, isOffset);
      return whole([headOf(levels, bitsOf(key), geoReferenceOf(tile, bands[key].metres)), blocks]);
    },
  };
}

const whole = (parts: Buffer[]): Picture => ({ parts, length: parts.reduce((sum, part) => sum + part.length, 0) });
const bitsOf = (key: BandKey) => (key === 'scl' ? 8 : 16);

function geoReferenceOf({ zone, isSouth, left, top }: Tile, metres: number): GeoReference {
  return { epsg: (isSouth ? 32_700 : 32_600) + zone, left, top, metres };
}

function laidBody(name: CropName, key: BandKey, isOffset: boolean): Body {
  const { metres } = bands[key];
  let grid: Grid = patternOf(cropOf(name), key, isOffset);
  let width = tileMetres / metres;
  const levels = [levelOf(grid, width, metres === 10 ? 256 : 128, bitsOf(key))];
  // Overviews of half the size each; their blocks are as large as the pattern, a multiple of 16.
  while (width > 700) {
    grid = coarser(grid, 2, key === 'scl');
    width = Math.ceil(width / 2);
    levels.push(levelOf(grid, width, grid.size, bitsOf(key)));
  }
  return { levels, blocks: Buffer.concat(levels.flatMap(({ blocks }) => blocks)) };
}

/** The bytes from one offset to another, both included. */
export function bytesOf({ parts }: Picture, first: number, last: number): Buffer {
  const found: Buffer[] = [];
  let at = 0;
  for (const part of parts) {
    found.push(part.subarray(Math.max(0, first - at), Math.max(0, last + 1 - at)));
    at += part.length;
  }
  return Buffer.concat(found);
}
