import { flat as flatShape } from '../antimeridian/flat.ts';
import { type Parts, partsOf, shapeOf } from '../parts.ts';
import { covers } from '../relate.ts';
import type { Position, Shape } from '../shape.ts';
import { clipLines } from './clip-lines.ts';
import { simplifyLines } from './simplify-lines.ts';

/** Polygons on the plane of degrees, as in GeoJSON. */
interface FlatPolygons {
  type: 'MultiPolygon';
  coordinates: [number, number][][][];
}

/** Operations that an engine for geometry on the plane must provide. */
export interface PolygonOverlay {
  intersection(a: FlatPolygons, b: FlatPolygons): FlatPolygons;
  union(shapes: readonly FlatPolygons[]): FlatPolygons;
  simplify(shape: FlatPolygons, degrees: number): FlatPolygons;
}

/** Overlays of shapes. Engines compute on the plane, where edges are straight, so edges are split before. */
export interface ShapeOverlay {
  union(shapes: readonly Shape[]): Shape;
  intersection(a: Shape, b: Shape): Shape;
  difference(a: Shape, b: Shape): Shape;
  /** Simplifies polygons and lines within a number of degrees; points are unchanged. */
  simplify(shape: Shape, degrees: number): Shape;
}

/** Length of pieces of an edge in metres: an edge of 20 km is then off by centimetres, and areas by millionths. */
const piece = 2_000;

/**
 * Creates the overlay of geographies from one of flat polygons, which `overlay` returns when it is needed.
 *
 * @example const overlay = shapeOverlay(() => polygonOverlay);
 */
export function shapeOverlay(overlay: () => PolygonOverlay): ShapeOverlay {
  const flat = (polygons: Position[][][]): FlatPolygons =>
    flatPolygons(
      partsOf(flatShape({ type: 'MultiPolygon', coordinates: polygons }, piece)).polygons.map((rings) =>
        rings.map((ring) => ring.map(([x, y]) => [x, y])),
      ),
    );
  const shape = ({ coordinates }: FlatPolygons, parts: Partial<Parts> = {}): Shape =>
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
      const joined = polygons.length ? overlay().union(polygons.map(flat)) : flatPolygons([]);
      const areas = shape(joined);
      const points = distinct(all.flatMap((parts) => parts.points)).filter(
        (point) => !polygons.length || !covers(areas, { type: 'Point', coordinates: point }),
      );
      return shape(joined, { points, lines: all.flatMap(({ lines }) => lines) });
    },

    intersection(a, b) {
      const [one, other] = [partsOf(a), partsOf(b)];
      const own = clipLines(one.lines, other, within({ ...other, points: [] }));
      // Pieces on lines of the first shape are already among its own.
      const theirs = clipLines(other.lines, one, within({ ...one, points: [], lines: [] }));
      const lines = [...own.lines, ...theirs.lines];
      const along = lines.length > 0 && shapeOf({ points: [], lines, polygons: [] });
      const points = distinct([
        ...[...one.points, ...own.vertices].filter((point) => isIn(point, b)),
        ...[...other.points, ...theirs.vertices].filter((point) => isIn(point, a)),
      ]).filter((point) => !along || !isIn(point, along));
      const areMet = one.polygons.length > 0 && other.polygons.length > 0;
      const common = areMet ? overlay().intersection(flat(one.polygons), flat(other.polygons)) : flatPolygons([]);
      return shape(common, { points, lines });
    },

    difference(a, b) {
      const [one, other] = [partsOf(a), partsOf(b)];
      const points = one.points.filter((point) => !isIn(point, b));
      const isTaken = within({ ...other, points: [] });
      const { lines } = clipLines(one.lines, other, (position) => !isTaken(position));
      if (!one.polygons.length || !other.polygons.length) return shapeOf({ points, lines, polygons: one.polygons });
      const rest = overlay().intersection(flat(one.polygons), outsideOf(flat(other.polygons)));
      return shape(rest, { points, lines });
    },

    simplify(given, degrees) {
      if (degrees === 0) return given;
      if (given.type === 'GeometryCollection')
        return { ...given, geometries: given.geometries.map((one) => this.simplify(one, degrees)) };
      if (given.type === 'LineString') {
        const [line = []] = simplifyLines(partsOf(given).lines, degrees);
        return { type: 'LineString', coordinates: line };
      }
      if (given.type === 'MultiLineString') {
        return { type: 'MultiLineString', coordinates: simplifyLines(partsOf(given).lines, degrees) };
      }
      if (given.type !== 'Polygon' && given.type !== 'MultiPolygon') return given;
      const { polygons } = partsOf(given);
      if (polygons.length === 0) return given;
      // Only vertices matter: edges are not split.
      const rings = polygons.map((own) => own.map((ring) => ring.map(([x, y]): [number, number] => [x, y])));
      const { coordinates } = overlay().simplify(flatPolygons(rings), degrees);
      const [first] = coordinates;
      return given.type === 'Polygon' && first ? { type: 'Polygon', coordinates: first } : flatPolygons(coordinates);
    },
  };
}

const isIn = (coordinates: Position, shape: Shape) => covers(shape, { type: 'Point', coordinates });
const within = (parts: Parts) => (position: Position) => isIn(position, shapeOf(parts));

function distinct(points: readonly Position[]): Position[] {
  return [...new Map(points.map((point) => [point.join(' '), point])).values()];
}

/** The rest of the globe, including the holes. */
function outsideOf({ coordinates }: FlatPolygons): FlatPolygons {
  const world: [number, number][] = [
    [-200, -100],
    [200, -100],
    [200, 100],
    [-200, 100],
    [-200, -100],
  ];
  const outer = coordinates.flatMap(([ring]) => (ring ? [ring] : []));
  return flatPolygons([[world, ...outer], ...coordinates.flatMap(([, ...holes]) => holes.map((hole) => [hole]))]);
}

const flatPolygons = (coordinates: FlatPolygons['coordinates']): FlatPolygons => ({
  type: 'MultiPolygon',
  coordinates,
});
