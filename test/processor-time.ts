/**
 * The processor time that some work takes in this process, in milliseconds: unlike that on the wall it does not depend on what else runs. Work that
 * waits for other threads or processes is not what it measures.
 */
export function processorMilliseconds(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
