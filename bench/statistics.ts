/** The median, which one disturbed measurement does not move. */
export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

/** The smallest value that at least the given percentage of the values do not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN;
}

/** The duration of a run, in milliseconds. */
export async function timed(run: () => unknown): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

/** The processor time of a run in milliseconds, with that of V8's own threads. Other programs do not count, however busy the machine is. */
export function processorTime(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
