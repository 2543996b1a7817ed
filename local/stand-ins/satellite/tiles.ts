import { fromUtm, middleOf, toUtm, type UtmPosition } from './utm.ts';

/** A tile of Sentinel-2: a square of the Military Grid Reference System with a margin, in the grid of its zone. */
export interface Tile {
  /** `33TWL`. */
  name: string;
  zone: number;
  isSouth: boolean;
  /** The upper left corner, in metres of the zone. */
  left: number;
  top: number;
}

/** West, south, east and north in degrees. */
export type Box = [number, number, number, number];

export const tileMetres = 109_800;
const squareMetres = 100_000;
/** Corners lie on the grid of the coarsest bands. */
const coarsestMetres = 60;
const bands = 'CDEFGHJKLMNPQRSTUVWX';
const rows = 'ABCDEFGHJKLMNPQRSTUV';
const columns = ['ABCDEFGH', 'JKLMNPQR', 'STUVWXYZ'];
const southernNorthing = 10_000_000;

/** The tile of the 100 km square with these numbers in its zone; undefined if there is none. */
function tileOf(zone: number, isSouth: boolean, column: number, row: number): Tile | undefined {
  const letter = columns[(zone - 1) % 3]?.[column - 1];
  if (letter === undefined) return undefined;
  const centre: UtmPosition = [column * squareMetres + squareMetres / 2, row * squareMetres + squareMetres / 2];
  const [, latitude] = fromUtm(centre, zone, isSouth);
  if (latitude < -80 || latitude > 84) return undefined;
  const band = bands[Math.min(19, Math.floor((latitude + 80) / 8))];
  const rowLetter = rows[(row + (zone % 2 === 0 ? 5 : 0)) % 20];
  const offset = isSouth ? southernNorthing : 0;
  const north = (row + 1) * squareMetres - offset;
  return {
    name: `${String(zone).padStart(2, '0')}${band}${letter}${rowLetter}`,
    zone,
    isSouth,
    left: Math.floor((column * squareMetres) / coarsestMetres) * coarsestMetres,
    top: Math.ceil(north / coarsestMetres) * coarsestMetres + offset,
  };
}

/** The tile with a name; undefined when there is none. */
export function tileNamed(name: string): Tile | undefined {
  const [, digits, band = '', column = '', row = ''] =
    /^(0[1-9]|[1-5]\d|60)([C-HJ-NP-X])([A-HJ-NP-Z])([A-HJ-NP-V])$/.exec(name) ?? [];
  if (digits === undefined) return undefined;
  const zone = Number(digits);
  const bandIndex = bands.indexOf(band);
  const isSouth = bandIndex < 10;
  const columnNumber = (columns[(zone - 1) % 3] ?? '').indexOf(column) + 1;
  // Letters of rows repeat after 2,000 km; the latitude band distinguishes them.
  const first = rows.indexOf(row) - (zone % 2 === 0 ? 5 : 0) + 20;
  for (let number = first % 20; number < 100; number += 20) {
    const tile = tileOf(zone, isSouth, columnNumber, number);
    if (tile?.name === name) return tile;
  }
  return undefined;
}

/**
 * The corners of a tile in degrees, clockwise from the upper left one, as a closed ring.
 *
 * @example const ring = footprintOf(tile);
 */
export function footprintOf({ zone, isSouth, left, top }: Omit<Tile, 'name'>, width = tileMetres): UtmPosition[] {
  const corner = (x: number, y: number) => fromUtm([left + x, top - y], zone, isSouth).map(rounded) as UtmPosition;
  return [corner(0, 0), corner(0, width), corner(width, width), corner(width, 0), corner(0, 0)];
}

/** Maximum number of tiles that a search considers. */
const maxTiles = 400;

/** The tiles that may intersect a box, without the exceptions of zones 31 to 37 in Norway; at most 400 of them. */
export function tilesIn([west, south, east, north]: Box): Tile[] {
  const found: Tile[] = [];
  const [low, high] = [Math.max(south, -80), Math.min(north, 84)];
  for (let zone = 1; zone <= 60; zone += 1) {
    const [from, to] = [Math.max(west, middleOf(zone) - 3), Math.min(east, middleOf(zone) + 3)];
    if (from > to) continue;
    for (const isSouth of [true, false]) {
      const [bottom, upper] = [isSouth ? low : Math.max(low, 0), isSouth ? Math.min(high, 0) : high];
      if (bottom > upper) continue;
      for (const tile of tilesOfZone([from, bottom, to, upper], zone, isSouth)) {
        found.push(tile);
        if (found.length === maxTiles) return found;
      }
    }
  }
  return found;
}

function tilesOfZone([west, south, east, north]: Box, zone: number, isSouth: boolean): Tile[] {
  // Parallels are curved in the zone, so their ends and their middle are used.
  const longitudes = [west, Math.max(west, Math.min(east, middleOf(zone))), east];
  const positions = longitudes.flatMap((x) =>
    [south, Math.max(south, Math.min(0, north)), north].map((y): UtmPosition => [x, y]),
  );
  const metres = positions.map((position) => toUtm(position, zone, isSouth));
  const range = (axis: 0 | 1) => {
    const values = metres.map((position) => position[axis]);
    return [Math.floor((Math.min(...values) - 9_800) / squareMetres), Math.floor(Math.max(...values) / squareMetres)];
  };
  const [firstColumn = 0, lastColumn = 0] = range(0);
  // A tile extends below its square, so the tile of the square to the north may also cover the location.
  const [firstRow = 0, lastRow = 0] = range(1);
  const found: Tile[] = [];
  for (let column = firstColumn; column <= lastColumn; column += 1) {
    for (let row = firstRow; row <= lastRow + 1; row += 1) {
      const tile = tileOf(zone, isSouth, column, row);
      if (tile) found.push(tile);
    }
  }
  return found;
}

const rounded = (degrees: number) => Math.round(degrees * 1e6) / 1e6;
