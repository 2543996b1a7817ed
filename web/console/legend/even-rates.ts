/** Rates that differ less than this share of their median are one class: a machine that holds its rate makes an even map. */
const evenShare = 0.02;
const rates = /^(applied|seed)Rate(Target)?$/;

/**
 * The bounds of classes of a rate that a machine has held, around a round number; undefined for other properties and for rates that vary.
 *
 * @param quantiles values that shares of the points do not exceed, in equal steps.
 * @returns ascending numbers, one less than there are classes.
 * @example evenBounds('appliedRate', quantiles, 7) // [9.5, 9.7, 9.9, 10.1, 10.3, 10.5]
 */
export function evenBounds(property: string, quantiles: Float32Array, classes: number): number[] | undefined {
  if (!rates.test(property) || quantiles.length === 0) return undefined;
  const at = (share: number) => quantiles[Math.round(share * (quantiles.length - 1))] ?? 0;
  const median = at(0.5);
  const step = roundedDown(Math.abs(median) * evenShare);
  if (!(step > 0) || at(0.98) - at(0.02) >= step * (classes - 2)) return undefined;
  const centre = Math.round(median / step);
  return Array.from({ length: classes - 1 }, (_, index) =>
    Number(((centre + index - (classes - 2) / 2) * step).toPrecision(12)),
  );
}

/** The largest 1, 2 or 5 times a power of ten up to a positive number. */
function roundedDown(max: number): number {
  const power = 10 ** Math.floor(Math.log10(max));
  return power * ([5, 2].find((times) => times * power <= max) ?? 1);
}
