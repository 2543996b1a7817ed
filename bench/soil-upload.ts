import { setTimeout as sleep } from 'node:timers/promises';
import { strToU8, zipSync } from 'fflate';
import { soilApi } from '../functions/areas/soil/api.ts';
import { usersApi } from '../functions/areas/users/api.ts';
import type { Uploader } from './boundary-upload.ts';
import { type Body, json } from './http-client.ts';

const betweenLooksMilliseconds = 50;
const analytes = ['pH', 'OM %', 'P ppm', 'K ppm', 'Ca ppm', 'Mg ppm', 'S ppm', 'Zn ppm', 'B ppm', 'CEC meq/100g'];

/** A zip with one table of soil samples. */
export function soilSamplesZip(samples: number): Uint8Array {
  return zipSync({ 'samples.csv': strToU8(table(samples)) });
}

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

/**
 * Uploads a zip of samples for a new user and polls until its batch has ended.
 *
 * @returns the time from the POST to the end, in milliseconds
 * @throws Error when it does not end COMPLETED with all samples
 */
export async function uploadUntilCompleted(
  { client, baseUrl, token, looksMilliseconds = betweenLooksMilliseconds }: Uploader,
  body: Body,
  samples: number,
): Promise<number> {
  const ask = async (method: string, path: string, sent?: Body) => {
    const answer = await client.ask({ method, url: baseUrl + path, token, ...(sent && { body: sent }) });
    return JSON.parse(answer.body.toString());
  };
  const user = await ask('POST', `${usersApi.base}/users`, json({ name: 'Ada Grower', email: 'ada@example.com' }));
  const start = performance.now();
  let batch = await ask('POST', `${soilApi.base}/soil/batch?svcUserId=${user.id}`, body);
  while (batch.status === 'PROCESSING') {
    await sleep(looksMilliseconds);
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
