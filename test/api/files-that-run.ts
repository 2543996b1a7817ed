import { Session } from 'node:inspector/promises';

/** The product's files that run a function during some work: what a reader has to follow. */
export async function filesThatRun(work: () => Promise<unknown>): Promise<string[]> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true });
  try {
    await session.post('Profiler.takePreciseCoverage');
    await work();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    return result
      .flatMap(({ url, functions }) => {
        const [path] = /(functions|domain|adapters)\/(?!.*node_modules).*\.ts$/.exec(url) ?? [];
        return path && functions.some(({ ranges: [whole] }) => (whole?.count ?? 0) > 0) ? [path] : [];
      })
      .sort();
  } finally {
    session.disconnect();
  }
}

/** The fewest files of five runs: now and then a cache refreshes, which most runs do without. */
export async function minFilesThatRun(work: () => Promise<unknown>): Promise<string[]> {
  let fewest = await filesThatRun(work);
  for (let time = 1; time < 5; time += 1) {
    const files = await filesThatRun(work);
    if (files.length < fewest.length) fewest = files;
  }
  return fewest;
}
