import { type MultiPolygon, multiPolygon } from '../../geometry/multi-polygon.ts';
import type { Overlay } from '../../geometry/overlay.ts';
import { densified } from './make.ts';
import { allEdges, type Parts, partsOf, shapeOf } from './parts.ts';
import { covers } from './relate.ts';
import type { Position, Shape } from './shape.ts';

/** Laying shapes over each other. An engine lays polygons on a map, where edges are straight, so they are cut short before. */
export interface ShapeOverlay {
  union(shapes: readonly Shape[]): Shape;
  intersection(a: Shape, b: Shape): Shape;
  difference(a: Shape, b: Shape): Shape;
}

/** Pieces of an edge in metres: an edge of 20 km is off by centimetres then, and areas by millionths. */
const piece = 2_000;
const empty: Shape = { type: 'GeometryCollection', geometries: [] };

export function shapeOverlay(overlay: () => Overlay): ShapeOverlay {
  const flat = (polygons: Position[][][]): MultiPolygon =>
    multiPolygon(
      partsOf(densified({ type: 'MultiPolygon', coordinates: polygons }, piece)).polygons.map((rings) =>
        rings.map((ring) => ring.map(([x, y]) => [x, y])),
      ),
    );
  const shape = ({ coordinates }: MultiPolygon, parts: Partial<Parts> = {}): Shape =>
    shapeOf({
      points: [],
      lines: [],
      ...parts,
      polygons: coordinates.map((rings) => rings.map((ring) => ring.map(([x, y]) => [x, y] as const))),
    });

  return {
    union(shapes) {
      const all = shapes.map(partsOf);
      const polygons = all.flatMap((parts) => (parts.polygons.length ? [parts.polygons] : []));
      const joined = polygons.length ? overlay().union(polygons.map(flat)) : multiPolygon([]);
      const areas = shape(joined);
      const points = distinct(all.flatMap((parts) => parts.points)).filter(
        (point) => !polygons.length || !covers(areas, { type: 'Point', coordinates: point }),
      );
      return shape(joined, { points, lines: all.flatMap(({ lines }) => lines) });
    },

    intersection(a, b) {
      const [one, other] = [partsOf(a), partsOf(b)];
      const points = distinct([
        ...one.points.filter((point) => isIn(point, b)),
        ...other.points.filter((point) => isIn(point, a)),
      ]);
      refuseLines(one, other);
      if (!one.polygons.length || !other.polygons.length)
        return points.length ? shapeOf({ points, lines: [], polygons: [] }) : empty;
      return shape(overlay().intersection(flat(one.polygons), flat(other.polygons)), { points });
    },

    difference(a, b) {
      const [one, other] = [partsOf(a), partsOf(b)];
      const points = one.points.filter((point) => !isIn(point, b));
      refuseLines(one, other);
      if (!one.polygons.length || !other.polygons.length) return shapeOf({ points, lines: [], polygons: one.polygons });
      return shape(overlay().intersection(flat(one.polygons), outsideOf(flat(other.polygons))), { points });
    },
  };
}

const isIn = (coordinates: Position, shape: Shape) => covers(shape, { type: 'Point', coordinates });

function refuseLines(...all: Parts[]): void {
  if (all.some((parts) => parts.lines.length && allEdges(parts).length))
    throw new Error('ST_INTERSECTION and ST_DIFFERENCE of lines are not supported');
}

function distinct(points: readonly Position[]): Position[] {
  return [...new Map(points.map((point) => [point.join(' '), point])).values()];
}

/** The rest of the globe, which holes make part of. */
function outsideOf({ coordinates }: MultiPolygon): MultiPolygon {
  const world: [number, number][] = [
    [-200, -100],
    [200, -100],
    [200, 100],
    [-200, 100],
    [-200, -100],
  ];
  const outer = coordinates.flatMap(([ring]) => (ring ? [ring] : []));
  return multiPolygon([[world, ...outer], ...coordinates.flatMap(([, ...holes]) => holes.map((hole) => [hole]))]);
}
