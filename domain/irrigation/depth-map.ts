import { type Bounds, boundsOf, type MultiPolygon, multiPolygon } from '../geometry/multi-polygon.ts';
import type { Overlay } from '../geometry/overlay.ts';
import { overlayHectares } from '../geometry/overlay-area.ts';
import { type PivotCircle, sectorOf } from './sectors.ts';
import type { WateredArc } from './watered-arcs.ts';

/** Ground that got one depth of water. Pieces of a map do not overlap. */
export interface DepthPiece {
  depthMillimetres: number;
  geometry: MultiPolygon;
}

/** Depths of water in millimetres, areas in hectares, volumes in litres. */
export interface WaterSums {
  depth: { avg: number; sum: number; min: number; max: number };
  areaHectares: number;
  volumeLitres: number;
}

export const litresPerMillimetreHectare = 10_000;
/** Depths that differ by less are one. */
const depthStep = 1e-4;
/** Wedges may overlap by so much of their area before the overlap is taken for water of two passes: coordinates of providers are rounded. */
const roundedShare = 1e-4;
/** Smaller pieces come from rounded coordinates. */
const minHectares = 1e-4;

/** The pieces of watered arcs of one pivot, by depth. */
export function piecesOfArcs(pivot: PivotCircle, arcs: readonly WateredArc[]): DepthPiece[] {
  return byDepth(arcs.map((arc) => ({ depthMillimetres: arc.depthMillimetres, geometry: sectorOf(pivot, arc) })));
}

/** The pieces of shapes that may overlap, such as wedges of several passes or circles of several pivots: where they do, their water adds up. */
export function piecesOfShapes(shapes: readonly DepthPiece[], overlay: Overlay): DepthPiece[] {
  const watered = shapes.filter(({ depthMillimetres, geometry }) => depthMillimetres > 0 && areaOf(geometry) > 0);
  if (watered.length === 0) return [];
  const sum = watered.reduce((area, { geometry }) => area + areaOf(geometry), 0);
  const union = areaOf(overlay.union(watered.map(({ geometry }) => geometry)));
  const pieces = sum - union <= union * roundedShare ? watered : laidOver(watered, overlay);
  return byDepth(pieces).map(({ depthMillimetres, geometry }) => ({
    depthMillimetres,
    geometry: geometry.coordinates.length > 1 ? overlay.union([geometry]) : geometry,
  }));
}

interface BoundedPiece extends DepthPiece {
  bounds: Bounds;
}

function laidOver(shapes: readonly DepthPiece[], overlay: Overlay): DepthPiece[] {
  let pieces: BoundedPiece[] = [];
  for (const { depthMillimetres, geometry } of shapes) {
    let rest = geometry;
    const next: BoundedPiece[] = [];
    for (const piece of pieces) {
      const bounds = boundsOf(rest.coordinates);
      const common = bounds && meet(bounds, piece.bounds) ? overlay.intersection(piece.geometry, rest) : undefined;
      if (!common || areaOf(common) < minHectares) {
        next.push(piece);
        continue;
      }
      next.push(
        ...bounded(piece.depthMillimetres + depthMillimetres, common),
        ...bounded(piece.depthMillimetres, overlay.difference(piece.geometry, common)),
      );
      rest = overlay.difference(rest, common);
    }
    pieces = [...next, ...bounded(depthMillimetres, rest)];
  }
  return pieces;
}

function bounded(depthMillimetres: number, geometry: MultiPolygon): BoundedPiece[] {
  const bounds = boundsOf(geometry.coordinates);
  return bounds && areaOf(geometry) >= minHectares ? [{ depthMillimetres, geometry, bounds }] : [];
}

const meet = (a: Bounds, b: Bounds) => a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3];

/** The parts of pieces within a shape; none if they do not meet. */
export function piecesWithin(pieces: readonly DepthPiece[], shape: MultiPolygon, overlay: Overlay): DepthPiece[] {
  const around = boundsOf(shape.coordinates);
  return pieces.flatMap(({ depthMillimetres, geometry }) => {
    const bounds = boundsOf(geometry.coordinates);
    if (!bounds || !around || !meet(bounds, around)) return [];
    const common = overlay.intersection(geometry, shape);
    return areaOf(common) < minHectares ? [] : [{ depthMillimetres, geometry: common }];
  });
}

/** Joins pieces of one depth, in the order of depths. */
function byDepth(pieces: readonly DepthPiece[]): DepthPiece[] {
  const depths = new Map<number, DepthPiece[]>();
  for (const piece of pieces) {
    const step = Math.round(piece.depthMillimetres / depthStep);
    depths.set(step, [...(depths.get(step) ?? []), piece]);
  }
  return [...depths.entries()]
    .sort(([a], [b]) => a - b)
    .map(([, same]) => ({
      depthMillimetres: same[0]?.depthMillimetres ?? 0,
      geometry: multiPolygon(same.flatMap(({ geometry }) => geometry.coordinates)),
    }));
}

/**
 * The sums of pieces: `avg` is the volume over the area, `sum` adds the depths of the pieces, each once. Undefined without water.
 *
 * @example waterSums([{ depthMillimetres: 10, geometry }]) // of one hectare: volumeLitres is 100,000
 */
export function waterSums(pieces: readonly DepthPiece[]): WaterSums | undefined {
  const areas = pieces.map(({ geometry }) => areaOf(geometry));
  const depths = pieces.map(({ depthMillimetres }) => depthMillimetres);
  const areaHectares = areas.reduce((sum, area) => sum + area, 0);
  if (areaHectares <= 0) return undefined;
  const millimetreHectares = areas.reduce((sum, area, index) => sum + area * (depths[index] ?? 0), 0);
  return {
    depth: {
      avg: millimetreHectares / areaHectares,
      sum: depths.reduce((sum, depth) => sum + depth, 0),
      min: Math.min(...depths),
      max: Math.max(...depths),
    },
    areaHectares,
    volumeLitres: millimetreHectares * litresPerMillimetreHectare,
  };
}

/** Hectares that add up where shapes are cut. */
const areaOf = overlayHectares;
