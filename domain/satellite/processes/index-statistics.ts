import type { IndexStatistics } from './image-process.ts';

const round = (value: number) => Math.round(value * 1e6) / 1e6;
const percent = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((part / whole) * 1e4) / 100);

/**
 * Statistics of an index over a field; undefined if no pixel has a value.
 *
 * @param values NaN where a pixel has none.
 * @param isClear whether a pixel shows the ground; undefined if that is unknown.
 * @param pixels the number of pixels of the field.
 */
export function indexStatistics(
  values: Float32Array,
  isClear: ((at: number) => boolean) | undefined,
  pixels: number,
): IndexStatistics | undefined {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort();
  if (sorted.length === 0) return undefined;
  const clear = isClear && values.filter((value, at) => !Number.isNaN(value) && isClear(at)).sort();
  const ofClear = clear && clear.length > 0 && spreadOf(clear);
  return {
    ...spreadOf(sorted),
    validPercent: percent(sorted.length, pixels),
    ...(clear && { clearPercent: percent(clear.length, pixels) }),
    ...(ofClear && {
      clearMean: ofClear.mean,
      clearMin: ofClear.min,
      clearMax: ofClear.max,
      clearQuantiles: ofClear.quantiles,
    }),
  };
}

/** The mean, the ends and the quantiles of sorted values. */
function spreadOf(sorted: Float32Array) {
  const quantile = (share: number) => {
    const index = share * (sorted.length - 1);
    const [low = 0, high = low] = [sorted[Math.floor(index)], sorted[Math.ceil(index)]];
    return round(low + (high - low) * (index - Math.floor(index)));
  };
  return {
    mean: round(sorted.reduce((total, value) => total + value, 0) / sorted.length),
    min: quantile(0),
    max: quantile(1),
    quantiles: { p10: quantile(0.1), p25: quantile(0.25), p50: quantile(0.5), p75: quantile(0.75), p90: quantile(0.9) },
  };
}
