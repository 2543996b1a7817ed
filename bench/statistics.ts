/** The value below which half of them lie; one disturbed measurement does not move it. */
export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

/** The smallest of the values that at least so many percent do not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN;
}

/** How long something takes, in milliseconds. */
export async function timed(run: () => unknown): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}
