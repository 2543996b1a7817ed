/** Whether every case is tried, as `npm run verify:thorough` does. `npm test` leaves out combinations whose parts it tries in others. */
export const isThorough = process.env.FURROW_THOROUGH === '1';

/**
 * Some of the cases, for the one of many circumstances that stands at a position. They are dealt out like cards, and each round of positions begins
 * one case further, so that circumstances that alternate do not meet the same cases for ever. All of them in the thorough run.
 *
 * @example shareOf(['a', 'b', 'c'], 1, 2) // ['c', 'a']
 */
export function shareOf<T>(cases: readonly T[], position: number, count: number): T[] {
  if (isThorough || count >= cases.length) return [...cases];
  const first = position * count + Math.floor(position / cases.length);
  return Array.from({ length: count }, (_, n) => cases[(first + n) % cases.length] as T);
}
