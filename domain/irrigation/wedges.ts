import { metresPerDegree } from '../geometry/local-plane.ts';
import type { MultiPolygon, Position, Ring } from '../geometry/multi-polygon.ts';
import type { DepthPiece } from './depth-map.ts';
import { within } from './passes.ts';
import type { Span } from './watered-arcs.ts';

/** A sector of a circle that a pivot watered. */
export interface Wedge extends Span {
  radiusMetres: number;
}

/** Wedges around one position. */
export interface Wedges {
  centre: Position;
  wedges: Wedge[];
}

/** A vertex so near to the pivot, as a share of a wedge's radius, is its tip. */
const tipShare = 0.05;
/** Tips of one pivot are the same but for rounding, in degrees: about 1 cm. */
const sameTip = 1.5e-7;
/** Arcs are round within this share of their radius. */
const roundness = 3e-4;
/** Arcs with longer steps have less than 0.02 % less ground than the circle. */
const maxStep = 2.001;
/** Degrees by which the bearing of a vertex may be behind that of the one before. */
const jitter = 1e-4;

/**
 * Reads shapes as sectors around a pivot. Undefined if one of them is anything else, such as the ground of a corner arm.
 *
 * @param near the position of the pivot, which may be a little beside the tips of its wedges.
 */
export function wedgesIn(shapes: readonly DepthPiece[], near: Position): Wedges | undefined {
  const rings = shapes.flatMap(({ depthMillimetres, geometry }) =>
    geometry.coordinates.map((polygon) => ({ polygon, depthMillimetres })),
  );
  if (rings.some(({ polygon }) => polygon.length !== 1)) return undefined;
  const opened = rings.map(({ polygon, depthMillimetres }) => ({ depthMillimetres, ring: openedAtTip(polygon, near) }));
  const centre = opened.find(({ ring }) => ring.tip)?.ring.tip ?? near;
  const scale = metresPerDegree(centre[1]);
  const wedges: Wedge[] = [];
  for (const { ring, depthMillimetres } of opened) {
    const arc = isSamePosition(ring.tip ?? centre, centre) ? arcOf(ring, centre, scale) : undefined;
    if (!arc) return undefined;
    wedges.push({ ...arc, depthMillimetres });
  }
  return { centre, wedges };
}

interface OpenedRing {
  /** The vertex at the pivot; whole circles have none. */
  tip: Position | undefined;
  /** The other vertices, in the order from the tip; those of a circle with the first one once more. */
  others: Position[];
}

function openedAtTip([outer]: MultiPolygon['coordinates'][number], near: Position): OpenedRing {
  const vertices = (outer as Ring).slice(0, -1) as Position[];
  const distances = vertices.map((vertex) => Math.hypot(vertex[0] - near[0], vertex[1] - near[1]));
  const farthest = distances.reduce((most, one) => Math.max(most, one), 0);
  const at = distances.findIndex((one) => one < farthest * tipShare);
  if (at < 0) return { tip: undefined, others: [...vertices, ...vertices.slice(0, 1)] };
  return { tip: vertices[at], others: [...vertices.slice(at + 1), ...vertices.slice(0, at)] };
}

const isSamePosition = (a: Position, b: Position) => Math.max(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1])) <= sameTip;

/** The sector under vertices that go around a centre in one direction, at one distance. */
function arcOf(
  { tip, others }: OpenedRing,
  [longitude, latitude]: Position,
  scale: { longitude: number; latitude: number },
): Pick<Wedge, 'from' | 'width' | 'radiusMetres'> | undefined {
  if (others.length < 2) return undefined;
  let [least, most, sum] = [Number.POSITIVE_INFINITY, 0, 0];
  const bearings = others.map(([x, y]) => {
    const [east, north] = [(x - longitude) * scale.longitude, (y - latitude) * scale.latitude];
    const distance = Math.hypot(east, north);
    [least, most, sum] = [Math.min(least, distance), Math.max(most, distance), sum + distance];
    return within((Math.atan2(east, north) * 180) / Math.PI);
  });
  if (least < most * (1 - roundness)) return undefined;
  const steps = bearings.slice(1).map((bearing, index) => within(bearing - (bearings[index] ?? 0) + 180) - 180);
  const width = steps.reduce((whole, step) => whole + step, 0);
  const direction = Math.sign(width);
  if (steps.some((step) => Math.abs(step) > maxStep || step * direction < -jitter)) return undefined;
  const swept = Math.abs(width);
  if (swept > 360 + jitter || (!tip && swept < 360 - jitter)) return undefined;
  const from = bearings[direction < 0 ? bearings.length - 1 : 0] ?? 0;
  return { from, width: Math.min(360, swept), radiusMetres: sum / others.length };
}
