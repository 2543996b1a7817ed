/** Whether every case is tried, as in `npm run verify:thorough`. Otherwise tests leave out combinations whose parts they try in others. */
export const isThorough = process.env.FURROW_THOROUGH === '1';

/**
 * A share of the cases for the circumstance at a position. They are dealt out like cards, and each round of positions starts one case further,
 * so that alternating circumstances do not get the same cases for ever. All cases in the thorough run.
 *
 * @example shareOf(['a', 'b', 'c'], 1, 2) // ['c', 'a']
 */
export function shareOf<T>(cases: readonly T[], position: number, count: number): T[] {
  if (isThorough || count >= cases.length) return [...cases];
  const first = position * count + Math.floor(position / cases.length);
  return Array.from({ length: count }, (_, n) => cases[(first + n) % cases.length] as T);
}
