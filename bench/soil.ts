import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { form, httpClient } from './http-client.ts';
import { MissingPeer, runPeer } from './missing-peer.ts';
import { makeOwners } from './owners.ts';
import { benchmark } from './row.ts';
import { type RunningFurrow, startFurrow } from './running-furrow.ts';
import { soilSamplesZip, uploadUntilCompleted } from './soil-upload.ts';
import { median, timed } from './statistics.ts';
import { temporaryFolder } from './temporary-folder.ts';

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
      writeFileSync(zip, soilSamplesZip(samples));
      furrow = await startFurrow(join(temporary.path, 'state'));
      const { baseUrl } = furrow.endpoints;
      const body = form('files', 'samples.zip', zip);
      const [ours, theirs]: [number[], number[]] = [[], []];
      // An owner each: polling would exceed the request limit of one.
      for (const { token } of await makeOwners(furrow.endpoints, rounds)) {
        ours.push(await uploadUntilCompleted({ client, baseUrl, token }, body, samples));
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
