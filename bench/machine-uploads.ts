import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { configurationsApi } from '../functions/areas/configurations/api.ts';
import { operationsApi } from '../functions/areas/operations/api.ts';
import { usersApi } from '../functions/areas/users/api.ts';
import { type Body, form, type HttpClient, httpClient, json } from './http-client.ts';
import { writeHarvest } from './machine-files/write-harvest.ts';
import { zipFolder } from './machine-files/zip-folder.ts';
import { makeOwners } from './owners.ts';
import { benchmark, within } from './row.ts';
import { type RunningFurrow, startFurrow } from './running-furrow.ts';
import { percentile } from './statistics.ts';
import { temporaryFolder } from './temporary-folder.ts';

const maxMilliseconds = 10_000;
const betweenLooksMilliseconds = 100;

/** The content of a large real export, with pictures of its yield and its moisture. */
const settings = {
  operationsImageCreation: true,
  operationsImageAttributeCreation: { harvested: { dryVolumePerArea: true, harvestMoisture: true } },
};

/** Time from the POST to the first GET with PROCESSED, including the first upload of a new process. */
export const machineUploads = benchmark({
  name: 'machine-uploads',
  takes: 'a minute or two: uploads of 130,000 points until they are PROCESSED, with images',
  sizes: { full: { points: 130_000, uploads: 15 }, tiny: { points: 2_000, uploads: 1 } },
  async *run({ points, uploads }) {
    const temporary = temporaryFolder();
    const client = httpClient();
    let furrow: RunningFurrow | undefined;
    try {
      const source = join(temporary.path, 'source');
      const zip = join(temporary.path, 'harvest.zip');
      await writeHarvest(source, points);
      await zipFolder(source, zip);
      furrow = await startFurrow(join(temporary.path, 'state'));
      const { baseUrl } = furrow.endpoints;
      const body = form('file', 'harvest.zip', zip);
      const times: number[] = [];
      // An owner each: polling would exceed the request limit of one.
      for (const { token } of await makeOwners(furrow.endpoints, uploads)) {
        times.push(await uploadUntilProcessed(client, baseUrl, token, body));
      }
      yield within(
        `${points.toLocaleString('en')} points, POST to PROCESSED with images, p95 of ${uploads}`,
        percentile(times, 95),
        maxMilliseconds,
        'ms',
      );
    } finally {
      client.close();
      await furrow?.stop();
      temporary.remove();
    }
  },
});

async function uploadUntilProcessed(client: HttpClient, baseUrl: string, token: string, body: Body): Promise<number> {
  const ask = async (method: string, path: string, sent?: Body) => {
    const answer = await client.ask({ method, url: baseUrl + path, token, ...(sent && { body: sent }) });
    return JSON.parse(answer.body.toString());
  };
  const user = await ask('POST', `${usersApi.base}/users`, json({ name: 'Ada Grower', email: 'ada@example.com' }));
  await ask('POST', `${configurationsApi.base}/configs/${user.id}`, json(settings));

  const start = performance.now();
  let batch = await ask('POST', `${operationsApi.base}/batch?svcUserId=${user.id}`, body);
  while (!/^(PROCESSED|FAILED)$/.test(batch.status)) {
    await sleep(betweenLooksMilliseconds);
    batch = await ask('GET', `${operationsApi.base}/batch/${batch.id}`);
  }
  const milliseconds = performance.now() - start;

  const [file] = await ask('GET', `${operationsApi.base}/files?batchId=${batch.id}`);
  const images = await ask('GET', `${operationsApi.base}/files/${file?.id}/images`);
  if (batch.status !== 'PROCESSED' || file.status !== 'processed' || images.length !== 2) {
    throw new Error(`an upload ended ${batch.status}, its file ${file.status}, and ${images.length} images`);
  }
  return milliseconds;
}
