import type { Position, Shape } from './shape.ts';
import { toVector, type Vector } from './sphere.ts';

/** The points, lines and polygons of a geography, whatever collections it consists of. */
export interface Parts {
  points: Position[];
  lines: Position[][];
  polygons: Position[][][];
}

/**
 * The points, lines and polygons of a shape, including those in collections.
 *
 * @example partsOf({ type: 'Point', coordinates: [8, 47] }) // { points: [[8, 47]], lines: [], polygons: [] }
 */
export function partsOf(shape: Shape): Parts {
  switch (shape.type) {
    case 'Point':
      return { points: [shape.coordinates], lines: [], polygons: [] };
    case 'MultiPoint':
      return { points: shape.coordinates, lines: [], polygons: [] };
    case 'LineString':
      return { points: [], lines: shape.coordinates.length ? [shape.coordinates] : [], polygons: [] };
    case 'MultiLineString':
      return { points: [], lines: shape.coordinates, polygons: [] };
    case 'Polygon':
      return { points: [], lines: [], polygons: shape.coordinates.length ? [shape.coordinates] : [] };
    case 'MultiPolygon':
      return { points: [], lines: [], polygons: shape.coordinates };
    case 'GeometryCollection': {
      const all = shape.geometries.map(partsOf);
      return {
        points: all.flatMap(({ points }) => points),
        lines: all.flatMap(({ lines }) => lines),
        polygons: all.flatMap(({ polygons }) => polygons),
      };
    }
  }
}

/**
 * The simplest shape of these parts.
 *
 * @example shapeOf({ points: [[8, 47]], lines: [], polygons: [] }) // { type: 'Point', coordinates: [8, 47] }
 */
export function shapeOf({ points, lines, polygons }: Parts): Shape {
  const shapes: Shape[] = [];
  const [point, line, polygon] = [points[0], lines[0], polygons[0]];
  if (point)
    shapes.push(
      points.length === 1 ? { type: 'Point', coordinates: point } : { type: 'MultiPoint', coordinates: points },
    );
  if (line)
    shapes.push(
      lines.length === 1 ? { type: 'LineString', coordinates: line } : { type: 'MultiLineString', coordinates: lines },
    );
  if (polygon)
    shapes.push(
      polygons.length === 1
        ? { type: 'Polygon', coordinates: polygon }
        : { type: 'MultiPolygon', coordinates: polygons },
    );
  const [only] = shapes;
  return shapes.length === 1 && only ? only : { type: 'GeometryCollection', geometries: shapes };
}

export type Edge = readonly [Vector, Vector];

export const edgesOf = (line: readonly Position[]): Edge[] =>
  line.slice(1).map((to, index) => [toVector(line[index] ?? to), toVector(to)] as const);

/** All edges of lines and rings. */
export const allEdges = ({ lines, polygons }: Parts): Edge[] => [...lines, ...polygons.flat()].flatMap(edgesOf);

/** All vertices of the shape. */
export const allPositions = ({ points, lines, polygons }: Parts): Position[] => [
  ...points,
  ...lines.flat(),
  ...polygons.flat(2),
];

export const isEmpty = (parts: Parts): boolean => allPositions(parts).length === 0;

export const dimension = (parts: Parts): number =>
  parts.polygons.length ? 2 : parts.lines.length ? 1 : parts.points.length ? 0 : -1;
