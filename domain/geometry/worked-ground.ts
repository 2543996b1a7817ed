import { cutAtAntimeridian } from './antimeridian.ts';
import { filledCells } from './filled-cells.ts';
import { localPlane } from './local-plane.ts';
import { type MultiPolygon, multiPolygon, type PolygonRings, type Position, vertexCount } from './multi-polygon.ts';
import type { Overlay } from './overlay.ts';
import { provedValid } from './prove-valid.ts';
import { orientPolygons, ringArea, tidyPolygons } from './rings.ts';

/** What counts as ground that was worked, in metres and square metres. */
export interface GroundRules {
  /** How far the ground reaches around a point: half of the machine's width. */
  buffer: number;
  /** Ground that was left out between points is taken in up to this width. */
  maxGap: number;
  minHole: number;
  minPart: number;
  /** How far the outline may be moved to save vertices. */
  tolerance: number;
}

/** An outline of more vertices is simplified further: fields have hundreds. */
const maxVertices = 5_000;

/**
 * The ground that some points cover: swaths around them, gaps closed, small holes and parts left out, and the outline simplified. Lies in a plane of
 * metres meanwhile. The cost is that of the ground's size, however many points there are on it.
 *
 * @param places longitude and latitude by turns.
 * @returns undefined without points.
 */
export function workedGround(places: Float64Array, rules: GroundRules, overlay: Overlay): MultiPolygon | undefined {
  const middle = middleOf(places);
  if (!middle) return undefined;
  const plane = localPlane(middle);
  const metres = new Float64Array(places.length);
  for (let at = 0; at < places.length; at += 2) {
    metres.set(plane.toPlane(places[at] as number, places[at + 1] as number), at);
  }
  // Half of a gap is grown over from either side, and taken back at the outline.
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

/** The middle place by latitude, so that a few points far off do not move it. */
function middleOf(places: Float64Array): Position | undefined {
  const latitudes = places.filter((_, index) => index % 2 === 1).sort();
  const latitude = latitudes[latitudes.length >> 1];
  if (latitude === undefined) return undefined;
  const at = places.findIndex((value, index) => index % 2 === 1 && value === latitude);
  return [places[at - 1] as number, latitude];
}

/** The largest part stays, however small it is. */
function withoutSmall(polygons: PolygonRings[], { minHole, minPart }: GroundRules): PolygonRings[] {
  const area = ([shell = []]: PolygonRings) => ringArea(shell);
  const largest = Math.max(...polygons.map(area));
  return polygons
    .filter((polygon) => area(polygon) >= Math.min(minPart, largest))
    .map(([shell = [], ...holes]) => [shell, ...holes.filter((hole) => ringArea(hole) >= minHole)]);
}
