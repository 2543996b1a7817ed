import type { Position, Shape } from '../../sql/geography/shape.ts';
import type { Random } from '../random-queries/random.ts';

/** Middles of polygons: among fields, at the 180th meridian, near the poles, at the equator. */
const middles: Position[] = [
  [-88.2, 40.1],
  [179.9, -17],
  [-179.9, -17],
  [20, 88],
  [-60, -87.5],
  [10, 0],
];
/** Sizes in degrees from the middle: a field, a county, a country, a continent. */
const sizes = [0.005, 0.3, 5, 40];

/** A star around a middle, cut at the 180th meridian, where it is a polygon on either side. */
export function randomPolygon(random: Random): Shape {
  const share = () => random.below(1_000_000) / 1_000_000;
  const [x, y] = random.one(middles);
  const size = random.one(sizes);
  const [east, north] = [x + size * (share() - 0.5) * 4, y + size * (share() - 0.5) * 4];
  const corners = 3 + random.below(6);
  const turned = share();
  const ring = Array.from({ length: corners }, (_, index): Position => {
    const angle = (2 * Math.PI * (index + turned)) / corners;
    const radius = size * (0.3 + 0.7 * share());
    return [east + radius * Math.cos(angle), between(north + radius * Math.sin(angle), -90, 90)];
  });
  const parts = [-360, 0, 360].flatMap((shift) => {
    const kept = ring.map(([longitude, latitude]): Position => [between(longitude + shift, -180, 180), latitude]);
    return new Set(kept.map(([longitude]) => longitude)).size > 1 ? [[[...kept, ...kept.slice(0, 1)]]] : [];
  });
  const [first = []] = parts;
  return parts.length > 1 ? { type: 'MultiPolygon', coordinates: parts } : { type: 'Polygon', coordinates: first };
}

const between = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value));
