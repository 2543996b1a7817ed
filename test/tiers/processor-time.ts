import { afterAll, inject } from 'vitest';
import { processorSeconds } from './processor-seconds.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** Processor time of the file's processes while its tests ran. */
    processorSeconds?: number;
  }
}

/** Runs with every test file: notes the processor time that its process, the processes that it starts and its embedded cloud take. */
const roots = [process.pid, ...(await cloudProcess())];
const before = processorSeconds(roots);

// Vitest reads from the first parameter which fixtures a hook takes, so it has to be written as a pattern.
// biome-ignore lint/correctness/noEmptyPattern: see above
afterAll(({}, file) => {
  const after = processorSeconds(roots);
  if (before !== undefined && after !== undefined) file.meta.processorSeconds = after - before;
});

async function cloudProcess(): Promise<number[]> {
  const clouds = inject('embeddedClouds');
  if (!clouds) return [];
  const { cloud } = await import('../api/cloud.ts');
  return [cloud.pid];
}
