import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { strToU8, zipSync } from 'fflate';
import { soilApi } from '../functions/areas/soil/api.ts';
import { usersApi } from '../functions/areas/users/api.ts';
import { type Body, form, type HttpClient, httpClient, json } from './http-client.ts';
import { MissingPeer, runPeer } from './missing-peer.ts';
import { makeOwners } from './owners.ts';
import { benchmark } from './row.ts';
import { type RunningFurrow, startFurrow } from './running-furrow.ts';
import { median, timed } from './statistics.ts';
import { temporaryFolder } from './temporary-folder.ts';

const betweenLooksMilliseconds = 50;
const analytes = ['pH', 'OM %', 'P ppm', 'K ppm', 'Ca ppm', 'Mg ppm', 'S ppm', 'Zn ppm', 'B ppm', 'CEC meq/100g'];
const reading = `import sys, pandas
print(pandas.read_csv(sys.argv[1], compression='zip').describe().loc['mean'].sum())`;

/** Time from the POST to the first GET with COMPLETED, beside a whole process that reads the same zip with pandas and checks nothing. */
export const soil = benchmark({
  name: 'soil',
  takes: 'a minute: zips of 10,000 soil samples until they are COMPLETED',
  sizes: { full: { samples: 10_000, rounds: 7 }, tiny: { samples: 50, rounds: 1 } },
  async *run({ samples, rounds }) {
    const temporary = temporaryFolder();
    const client = httpClient();
    let furrow: RunningFurrow | undefined;
    try {
      const zip = join(temporary.path, 'samples.zip');
      writeFileSync(zip, zipSync({ 'samples.csv': strToU8(table(samples)) }));
      furrow = await startFurrow(join(temporary.path, 'state'));
      const { baseUrl } = furrow.endpoints;
      const body = form('files', 'samples.zip', zip);
      const [ours, theirs]: [number[], number[]] = [[], []];
      // An owner each: polling would exceed the request limit of one.
      for (const { token } of await makeOwners(furrow.endpoints, rounds)) {
        ours.push(await uploadUntilCompleted(client, baseUrl, token, body, samples));
        theirs.push(await timed(() => runPandas(zip)));
      }
      yield {
        name: `${samples.toLocaleString('en')} soil samples, POST to COMPLETED`,
        measured: median(ours),
        unit: 'ms',
        comparedWith: { what: 'of pandas, whole process', value: median(theirs) },
        limit: { atMost: Number.POSITIVE_INFINITY },
      };
    } finally {
      client.close();
      await furrow?.stop();
      temporary.remove();
    }
  },
});

/** Samples of a field of ten analytes each, on a grid. */
function table(samples: number): string {
  const lines = Array.from({ length: samples }, (_, index) => {
    const place = [41 + Math.floor(index / 100) / 10_000, -93 + (index % 100) / 10_000];
    const values = analytes.map((_, column) => (5 + ((index * 7 + column * 13) % 50) / 10).toFixed(1));
    return [index + 1, 'North', '2026-04-13', ...place, ...values].join(',');
  });
  const heading = ['Sample ID', 'Field', 'Sample Date', 'Latitude', 'Longitude', ...analytes].join(',');
  return [heading, ...lines].join('\n');
}

/** @throws MissingPeer if pandas is not installed. */
async function runPandas(zip: string): Promise<void> {
  const packages = 'python3-pandas';
  try {
    await runPeer('python3', ['-c', reading, zip], { packages });
  } catch (error) {
    if (!String(error).includes('ModuleNotFoundError')) throw error;
    throw new MissingPeer(`pandas is not installed (Debian: apt-get install ${packages})`, { cause: error });
  }
}

async function uploadUntilCompleted(client: HttpClient, baseUrl: string, token: string, body: Body, samples: number) {
  const ask = async (method: string, path: string, sent?: Body) => {
    const answer = await client.ask({ method, url: baseUrl + path, token, ...(sent && { body: sent }) });
    return JSON.parse(answer.body.toString());
  };
  const user = await ask('POST', `${usersApi.base}/users`, json({ name: 'Ada Grower', email: 'ada@example.com' }));
  const start = performance.now();
  let batch = await ask('POST', `${soilApi.base}/soil/batch?svcUserId=${user.id}`, body);
  while (batch.status === 'PROCESSING') {
    await sleep(betweenLooksMilliseconds);
    batch = await ask('GET', `${soilApi.base}/soil/batch/${batch.id}`);
  }
  const milliseconds = performance.now() - start;
  const [entry] = batch.entries ?? [];
  if (
    batch.status !== 'COMPLETED' ||
    entry.sampleCount !== samples ||
    entry.resultCount !== samples * analytes.length
  ) {
    throw new Error(`a batch ended ${batch.status}: ${JSON.stringify(entry)}`);
  }
  return milliseconds;
}
