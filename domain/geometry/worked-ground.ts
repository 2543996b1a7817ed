import { cutAtAntimeridian } from './antimeridian.ts';
import { filledCells } from './filled-cells.ts';
import { localPlane } from './local-plane.ts';
import { type MultiPolygon, multiPolygon, type PolygonRings, type Position, vertexCount } from './multi-polygon.ts';
import type { Overlay } from './overlay.ts';
import { provedValid } from './prove-valid.ts';
import { orientPolygons, ringArea, tidyPolygons } from './rings.ts';

/** Parameters of worked ground, in metres and square metres. */
export interface GroundRules {
  /** Distance from a point to the edge of the ground: half of the machine's width. */
  buffer: number;
  /** Maximum width of a gap between points that is filled. */
  maxGap: number;
  minHole: number;
  minPart: number;
  /** Maximum distance by which the outline may move when it is simplified. */
  tolerance: number;
}

/** Outlines with more vertices are simplified further; fields have hundreds. */
const maxVertices = 5_000;

/**
 * The ground that points cover: swaths around them, gaps closed, small holes and parts left out, and the outline
 * simplified. Computed in a plane of metres. The cost depends on the ground's size, not on the number of points.
 *
 * @param positions alternating longitudes and latitudes.
 * @returns undefined without points.
 * @example const shape = workedGround(positions, { buffer: 3, maxGap: 6, minHole: 100, minPart: 500, tolerance: 1 }, overlay);
 */
export function workedGround(positions: Float64Array, rules: GroundRules, overlay: Overlay): MultiPolygon | undefined {
  const middle = middleOf(positions);
  if (!middle) return undefined;
  const plane = localPlane(middle);
  const metres = new Float64Array(positions.length);
  for (let at = 0; at < positions.length; at += 2) {
    metres.set(plane.toPlane(positions[at] as number, positions[at + 1] as number), at);
  }
  // Growing from both sides closes a gap; the outline is shrunk back afterwards.
  const reach = rules.buffer + rules.maxGap / 2;
  const { rectangles, size } = filledCells(metres, rules.buffer / 3, 2 * reach);
  const near = overlay.union(rectangles.map((ring) => multiPolygon([[ring]])));
  const grown = overlay.grow(near, Math.max(0, reach - size / 2));
  const closed = multiPolygon(withoutSmall(overlay.grow(grown, -rules.maxGap / 2).coordinates, rules));
  let tolerance = rules.tolerance;
  let outline = overlay.simplify(closed, tolerance);
  while (vertexCount(outline.coordinates) > maxVertices && tolerance < reach) {
    tolerance *= 2;
    outline = overlay.simplify(closed, tolerance);
  }
  const degrees = outline.coordinates.map((rings) => rings.map((ring) => ring.map(([x, y]) => plane.toDegrees(x, y))));
  const { polygons } = tidyPolygons(cutAtAntimeridian(degrees).polygons);
  const ground = multiPolygon(orientPolygons(polygons));
  return provedValid(polygons) || !overlay.findDefect(ground) ? ground : overlay.union([ground]);
}

/** The median position by latitude, so that distant outliers do not move it. */
function middleOf(positions: Float64Array): Position | undefined {
  const latitudes = positions.filter((_, index) => index % 2 === 1).sort();
  const latitude = latitudes[latitudes.length >> 1];
  if (latitude === undefined) return undefined;
  const at = positions.findIndex((value, index) => index % 2 === 1 && value === latitude);
  return [positions[at - 1] as number, latitude];
}

/** Removes small holes and parts; the largest part always stays. */
function withoutSmall(polygons: PolygonRings[], { minHole, minPart }: GroundRules): PolygonRings[] {
  const area = ([shell = []]: PolygonRings) => ringArea(shell);
  const largest = Math.max(...polygons.map(area));
  return polygons
    .filter((polygon) => area(polygon) >= Math.min(minPart, largest))
    .map(([shell = [], ...holes]) => [shell, ...holes.filter((hole) => ringArea(hole) >= minHole)]);
}
