import type { PointPropertyName } from '../../../domain/machine-files/points/point-properties.ts';

/** A total that a file states itself, to be compared with the sum of its points. */
export interface StatedTotal {
  /** `area`, a mass, the rate whose amount it is, or the time of work. */
  property: PointPropertyName | 'time';
  unit: string;
  /** Its possible readings: terminals write totals of a task so far as well as of each part. */
  values: number[];
  /** Who states it, such as `the totals of the task say`. */
  by: string;
}

/**
 * The reading of a total that is nearest to a figure, and how many times they differ (1 if they are equal).
 *
 * Without a reading that is a number, the value is none either.
 *
 * @example nearest([10, 30], 28).times // 1.07
 */
export function nearest(values: readonly number[], figure: number): { value: number; times: number } {
  const readings = values.map((value) => ({ value, times: timesApart(value, figure) }));
  return readings.reduce((best, next) => (next.times < best.times ? next : best), {
    value: Number.NaN,
    times: Infinity,
  });
}

/** How many times two amounts differ: 1 if they are equal, infinite if only one is zero. */
export function timesApart(one: number, other: number): number {
  if (one === other) return 1;
  const times = one / other;
  return times > 0 ? Math.max(times, 1 / times) : Number.POSITIVE_INFINITY;
}
