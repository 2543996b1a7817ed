import { boundsOf, type MultiPolygon, multiPolygon } from '../../geometry/multi-polygon.ts';
import type { Overlay } from '../../geometry/overlay.ts';

/** A tile is 1/32 degree wide and high, at most 1,200 ha. Its borders are exact in binary, so that no cut moves a position. */
const perDegree = 32;

/** Shapes that may meet more tiles than this, some ten million hectares, are none of a field. */
const maxTiles = 16_384;

/** Columns and rows of tiles, both ends included. */
interface Range {
  west: number;
  south: number;
  east: number;
  north: number;
}

/**
 * Cuts a shape along the borders of tiles: `column_row`, counted from longitude and latitude 0, by its part there. Undefined for one that is too wide to be cut.
 *
 * @throws Problem `geometryTooComplex` for a shape that cannot be made valid.
 * @example [...(cutIntoTiles(field, overlay) ?? new Map()).keys()] // ['-2996_1346', '-2995_1346']
 */
export function cutIntoTiles(shape: MultiPolygon, overlay: Overlay): Map<string, MultiPolygon> | undefined {
  const tilesOfParts = shape.coordinates.reduce((sum, rings) => sum + tilesIn(rangeOf(multiPolygon([rings]))), 0);
  if (tilesOfParts > maxTiles) return undefined;
  const tiles = new Map<string, MultiPolygon>();

  const cut = (part: MultiPolygon, within?: Range): void => {
    const range = narrowed(rangeOf(part), within);
    if (!range || part.coordinates.length === 0) return;
    const { west, south, east, north } = range;
    if (west === east && south === north) {
      tiles.set(`${west}_${south}`, part);
      return;
    }
    const isWide = east - west >= north - south;
    const middle = isWide ? Math.ceil((west + east) / 2) : Math.ceil((south + north) / 2);
    const halves: [Range, Range] = isWide
      ? [
          { ...range, east: middle - 1 },
          { ...range, west: middle },
        ]
      : [
          { ...range, north: middle - 1 },
          { ...range, south: middle },
        ];
    for (const half of halves) cut(overlay.intersection(part, boxOf(half)), half);
  };

  cut(overlay.union([shape]));
  return tiles;
}

function rangeOf({ coordinates }: MultiPolygon): Range | undefined {
  const bounds = boundsOf(coordinates);
  if (!bounds) return undefined;
  const [west, south, east, north] = bounds.map((degrees) => degrees * perDegree) as [number, number, number, number];
  const last = (first: number, end: number) => Math.max(Math.floor(first), Math.ceil(end) - 1);
  return { west: Math.floor(west), south: Math.floor(south), east: last(west, east), north: last(south, north) };
}

/** A position that arithmetic has moved across a border by its last digit stays on the side to which it was cut. */
function narrowed(range: Range | undefined, within: Range | undefined): Range | undefined {
  if (!range || !within) return range;
  const between = (value: number, from: number, to: number) => Math.min(to, Math.max(from, value));
  return {
    west: between(range.west, within.west, within.east),
    east: between(range.east, within.west, within.east),
    south: between(range.south, within.south, within.north),
    north: between(range.north, within.south, within.north),
  };
}

function tilesIn(range: Range | undefined): number {
  return range ? (range.east - range.west + 1) * (range.north - range.south + 1) : 0;
}

function boxOf({ west, south, east, north }: Range): MultiPolygon {
  const [left, bottom, right, top] = [west, south, east + 1, north + 1].map((index) => index / perDegree) as [
    number,
    number,
    number,
    number,
  ];
  return multiPolygon([
    [
      [
        [left, bottom],
        [right, bottom],
        [right, top],
        [left, top],
        [left, bottom],
      ],
    ],
  ]);
}
