import { boundsOf, type MultiPolygon, multiPolygon, type Position } from '../../../domain/geometry/multi-polygon.ts';
import { cellsOf, type SceneCell } from '../../../domain/satellite/scenes/cell.ts';
import type { PublishedItem } from './messages.ts';

/** An Item shows a tile of 110 km, which is wide in degrees near the poles. One with a larger box is no scene. */
const maxCells = 400;

/** The cells that a published Item may cover; none for an Item without a location. */
export function publishedCells({ bbox, geometry }: PublishedItem): SceneCell[] {
  const positions = bbox
    ? cornersOf(bbox)
    : [...positionsIn((geometry as { coordinates?: unknown } | null)?.coordinates)];
  const [west, south, east, north] = boundsOf([[positions]]) ?? [0, 0, -1, -1];
  const isPosition = west >= -180 && south >= -90 && east <= 180 && north <= 90 && east >= west && north >= south;
  if (!isPosition || (east - west + 1) * (north - south + 1) > maxCells) return [];
  return cellsOf(boxOf(positions));
}

const boxOf = (positions: Position[]): MultiPolygon => multiPolygon([[positions]]);

/** The first and the last corner of a box in two or three dimensions. */
function cornersOf(bbox: readonly number[]): Position[] {
  const [west = 0, south = 0] = bbox;
  const [east = 0, north = 0] = bbox.length === 4 ? bbox.slice(2) : bbox.slice(3);
  return [
    [west, south],
    [east, north],
  ];
}

/** The positions in the nested arrays of a GeoJSON geometry. */
function* positionsIn(coordinates: unknown): Generator<Position> {
  if (!Array.isArray(coordinates)) return;
  const [x, y] = coordinates;
  if (typeof x === 'number' && typeof y === 'number') yield [x, y];
  else for (const one of coordinates) yield* positionsIn(one);
}
