import type { TestOwner } from '../owner.ts';
import { freshField } from '../zones/field.ts';

/** Degrees from one pass of the made-up harvest to the next: 10 m. */
const passDegrees = 10 / 71_400;

/** The ground of some passes that `harvestCsv` writes at 10 east and 50 north, from `first` up to, but not including, `last`. */
export function groundOf(first: number, last: number): object {
  const [west, east] = [10 + (first - 0.5) * passDegrees, 10 + (last - 0.5) * passDegrees];
  const [south, north] = [49.9999, 50.0006];
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { type: 'Polygon', coordinates: [ring] };
}

/** Creates a field around some passes, and returns its id. */
export async function fieldAround(owner: TestOwner, svcUserId: string, first: number, last: number): Promise<string> {
  return (await freshField(owner, svcUserId, { geometry: groundOf(first, last) })).id;
}
