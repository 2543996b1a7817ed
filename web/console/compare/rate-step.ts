/** Classes of a rate are about this many between its 5th and its 95th percentile. */
const wantedClasses = 5;
/** A rate that varies by less is constant: one class. */
const noise = 0.02;

/**
 * The width of classes of a rate: 1, 2 or 5 times a power of ten.
 *
 * @param low, high percentiles of the rate.
 * @example rateStep(90, 150) // 20
 */
export function rateStep(low: number, high: number): number {
  const wanted = Math.max((high - low) / wantedClasses, Math.abs(high) * noise, 1e-6);
  const power = 10 ** Math.floor(Math.log10(wanted));
  const times = [1, 2, 5].find((one) => one * power >= wanted * 0.999) ?? 10;
  return Number((times * power).toPrecision(1));
}
