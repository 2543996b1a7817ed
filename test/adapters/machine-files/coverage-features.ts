import type { WrittenFeature } from './exported-features.ts';

/** Metres per degree of longitude and latitude at 50 degrees north (NIMA TR8350.2). */
const [east, north] = [71_695.7, 111_229];

/** A rectangle of metres from 10 east and 50 north, with a hole if it has one. */
function ring(x: number, y: number, width: number, height: number): [number, number][] {
  const at = (dx: number, dy: number): [number, number] => [10 + (x + dx) / east, 50 + (y + dy) / north];
  return [at(0, 0), at(width, 0), at(width, height), at(0, height), at(0, 0)];
}

/** What a sprayer covered: strips of 24 m by 30 m, the third with a hole of 4 m by 5 m, the fourth in two parts. */
export const coverageFeatures = Array.from({ length: 6 }, (_, index): WrittenFeature => {
  const outline = ring(0, index * 30, 24, 30);
  const hole = ring(4, index * 30 + 5, 4, 5).reverse();
  const geometry =
    index === 3
      ? { type: 'MultiPolygon' as const, coordinates: [[ring(0, 90, 10, 30)], [ring(12, 90, 12, 30)]] }
      : { type: 'Polygon' as const, coordinates: index === 2 ? [outline, hole] : [outline] };
  const time = new Date(Date.UTC(2024, 4, 1, 12, 0, index * 10)).toISOString();
  return { geometry, properties: { AppliedRat: 20, TargetRate: 20, Product: 'Agent', IsoTime: time, Elevation: 300 } };
});
/** The areas of the features. */
export const coverageSquareMetres = [720, 720, 700, 660, 720, 720];
