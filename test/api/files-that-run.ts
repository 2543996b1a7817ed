import { Session } from 'node:inspector/promises';

/** The files of the product of which a function runs during some work: what is to be read to follow it. */
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

/** The fewest of five times: now and then a cache looks again whether what it holds is still true, which other times do without. */
export async function minFilesThatRun(work: () => Promise<unknown>): Promise<string[]> {
  let fewest = await filesThatRun(work);
  for (let time = 1; time < 5; time += 1) {
    const files = await filesThatRun(work);
    if (files.length < fewest.length) fewest = files;
  }
  return fewest;
}
