import type { Box } from './tiles.ts';
import type { UtmPosition } from './utm.ts';

/** Points and lines of a geometry: a geometry that intersects a polygon intersects it with one of these, or contains it. */
export interface Shape {
  rings: UtmPosition[][];
  isArea: boolean;
}

/**
 * The geometry of a search; undefined for any other value.
 *
 * @example const shape = shapeOf(JSON.parse(intersects));
 */
export function shapeOf(geometry: unknown): Shape | undefined {
  const { type, coordinates } = (geometry ?? {}) as { type?: string; coordinates?: unknown };
  const depth = type === undefined ? undefined : depths[type];
  if (depth === undefined || !Array.isArray(coordinates)) return undefined;
  const lines = (
    depth === 0 ? [[coordinates]] : depth === 1 ? [coordinates] : coordinates.flat(depth - 2)
  ) as UtmPosition[][];
  return { rings: lines, isArea: /Polygon/.test(type ?? '') };
}

const depths: Record<string, number> = {
  Point: 0,
  MultiPoint: 1,
  LineString: 1,
  MultiLineString: 2,
  Polygon: 2,
  MultiPolygon: 3,
};

export const boxShape = ([west, south, east, north]: Box): Shape => ({
  rings: [[[west, south], [east, south], [east, north], [west, north], [west, south]]], // biome-ignore format: a box
  isArea: true,
});

/**
 * The box around positions: west, south, east and north.
 *
 * @example boxOf([[8, 47], [9, 48]]) // [8, 47, 9, 48]
 */
export function boxOf(positions: readonly UtmPosition[]): Box {
  const [x, y] = [positions.map((position) => position[0]), positions.map((position) => position[1])];
  return [Math.min(...x), Math.min(...y), Math.max(...x), Math.max(...y)];
}

/**
 * Whether a geometry and a polygon without holes intersect.
 *
 * @example const isFound = meets(shape, scene.footprint);
 */
export function meets({ rings, isArea }: Shape, polygon: UtmPosition[]): boolean {
  const [corner] = polygon;
  return (
    rings.some((ring) => ring.some((position) => isWithin(position, [polygon]))) ||
    (isArea && corner !== undefined && isWithin(corner, rings)) ||
    rings.some((ring) => segments(ring).some((one) => segments(polygon).some((other) => cross(one, other))))
  );
}

type Segment = [UtmPosition, UtmPosition];

const segments = (ring: UtmPosition[]): Segment[] =>
  ring.slice(1).map((position, index) => [ring[index] as UtmPosition, position] as Segment);

function isWithin([x, y]: UtmPosition, rings: UtmPosition[][]): boolean {
  const crossed = rings.flatMap(segments).filter(([[x1, y1], [x2, y2]]) => {
    return y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1;
  });
  return crossed.length % 2 === 1;
}

function cross([a, b]: Segment, [c, d]: Segment): boolean {
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}

const side = ([x1, y1]: UtmPosition, [x2, y2]: UtmPosition, [x, y]: UtmPosition) =>
  Math.sign((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1));
