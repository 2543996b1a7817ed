/**
 * The processor time of some work in this process, in milliseconds: unlike wall-clock time it does not depend on other processes. Work that
 * waits for other processes is not measured.
 */
export function processorMilliseconds(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  return since(before);
}

/** The processor time of this process, its threads included, until asynchronous work has ended. */
export async function processorMillisecondsUntil(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  return since(before);
}

function since(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
