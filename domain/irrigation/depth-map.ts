import { type Bounds, boundsOf, type MultiPolygon, multiPolygon, type Position } from '../geometry/multi-polygon.ts';
import type { Overlay } from '../geometry/overlay.ts';
import { overlayHectares } from '../geometry/overlay-area.ts';
import { laidOver } from './laid-shapes.ts';
import { laidWedges } from './laid-wedges.ts';
import { type PivotCircle, sectorOf } from './sectors.ts';
import type { WateredArc } from './watered-arcs.ts';
import { wedgesIn } from './wedges.ts';

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
/** Pieces of a record, which are cut at fields and drawn: a map shows seven classes. */
const maxDepths = 1_000;
/** Smaller pieces come from rounded coordinates. */
const minHectares = 1e-4;

/** The pieces of watered arcs of one pivot, by depth. */
export function piecesOfArcs(pivot: PivotCircle, arcs: readonly WateredArc[]): DepthPiece[] {
  return byDepth(arcs.map((arc) => ({ depthMillimetres: arc.depthMillimetres, geometry: sectorOf(pivot, arc) })));
}

/**
 * The pieces of shapes that may overlap, such as wedges of several passes or circles of several pivots: where they do, their water adds up.
 *
 * @param pivot where the machine stands: sectors around it are laid over one another by their bearings, however many they are.
 * @throws Problem `geometryTooComplex` if other shapes overlap so often that it would take too long.
 */
export function piecesOfShapes(shapes: readonly DepthPiece[], overlay: Overlay, pivot?: Position): DepthPiece[] {
  const watered = shapes.filter(({ depthMillimetres, geometry }) => depthMillimetres > 0 && areaOf(geometry) > 0);
  if (watered.length === 0) return [];
  return byDepth(withoutOverlaps(watered, overlay, pivot)).map(({ depthMillimetres, geometry }) => ({
    depthMillimetres,
    geometry: geometry.coordinates.length > 1 ? overlay.union([geometry]) : geometry,
  }));
}

function withoutOverlaps(
  shapes: readonly DepthPiece[],
  overlay: Overlay,
  pivot: Position | undefined,
): readonly DepthPiece[] {
  const wedges = pivot && wedgesIn(shapes, pivot);
  const laid = wedges && laidWedges(wedges);
  if (laid) return laid.overlapShare <= roundedShare ? shapes : laid.pieces;
  const sum = shapes.reduce((area, { geometry }) => area + areaOf(geometry), 0);
  const union = areaOf(overlay.union(shapes.map(({ geometry }) => geometry)));
  if (sum - union <= union * roundedShare) return shapes;
  return laidOver(shapes, overlay).filter(({ geometry }) => areaOf(geometry) >= minHectares);
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

/** Joins pieces of one depth, in the order of depths. Where depths are very many, those that are next to each other become their mean by area. */
function byDepth(pieces: readonly DepthPiece[]): DepthPiece[] {
  const depths = new Map<number, DepthPiece[]>();
  for (const piece of pieces) {
    const step = Math.round(piece.depthMillimetres / depthStep);
    const same = depths.get(step);
    if (same) same.push(piece);
    else depths.set(step, [piece]);
  }
  const sorted = [...depths.entries()].sort(([a], [b]) => a - b).map(([, same]) => same);
  const atOnce = Math.ceil(sorted.length / maxDepths);
  return Array.from({ length: Math.ceil(sorted.length / atOnce) }, (_, at) => {
    const near = sorted.slice(at * atOnce, (at + 1) * atOnce).flat();
    const area = near.reduce((sum, { geometry }) => sum + areaOf(geometry), 0);
    const volume = near.reduce((sum, { depthMillimetres, geometry }) => sum + depthMillimetres * areaOf(geometry), 0);
    return {
      depthMillimetres: atOnce > 1 ? volume / area : (near[0]?.depthMillimetres ?? 0),
      geometry: multiPolygon(near.flatMap(({ geometry }) => geometry.coordinates)),
    };
  });
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
      min: depths.reduce((least, depth) => Math.min(least, depth)),
      max: depths.reduce((most, depth) => Math.max(most, depth)),
    },
    areaHectares,
    volumeLitres: millimetreHectares * litresPerMillimetreHectare,
  };
}

/** Hectares that add up where shapes are cut. */
const areaOf = overlayHectares;
