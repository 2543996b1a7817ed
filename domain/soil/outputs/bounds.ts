import type { SoilBounds } from '../batch/soil-batch.ts';
import type { SoilGeometry, SoilSample } from '../soil-reading.ts';

/** The bounds of located samples; undefined where none is. */
export function boundsOfSamples(samples: Iterable<Pick<SoilSample, 'geometry'>>): SoilBounds | undefined {
  let bounds: SoilBounds | undefined;
  for (const { geometry } of samples) {
    for (const [x = 0, y = 0] of geometry ? positionsOf(geometry) : []) {
      const [west, south, east, north] = bounds ?? [x, y, x, y];
      bounds = [Math.min(west, x), Math.min(south, y), Math.max(east, x), Math.max(north, y)];
    }
  }
  return bounds;
}

/** Whether two bounds have a place in common. */
export function boundsMeet(a: readonly number[], b: readonly number[]): boolean {
  const [west = 0, south = 0, east = 0, north = 0] = a;
  const [otherWest = 0, otherSouth = 0, otherEast = 0, otherNorth = 0] = b;
  return west <= otherEast && otherWest <= east && south <= otherNorth && otherSouth <= north;
}

function positionsOf(geometry: SoilGeometry): number[][] {
  if (geometry.type === 'Point') return [geometry.coordinates];
  return geometry.type === 'Polygon' ? geometry.coordinates.flat() : geometry.coordinates.flat(2);
}
