/**
 * The processor time that some work takes in this process, in milliseconds: unlike that on the wall it does not depend on what else runs. Work that
 * waits for other processes is not what it measures.
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
