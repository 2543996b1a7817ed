import { zipSync } from 'fflate';
import type * as z from 'zod';
import type { soilBatchSchema, soilEntrySchema } from '../../../domain/soil/batch/soil-batch.ts';
import { soilBase } from '../../../functions/http/soil-batches.ts';
import { soilSample } from '../../adapters/soil/soil-samples.ts';
import { downloaded } from '../machine-files/batch.ts';
import type { Answer, Sent, TestOwner } from '../owner.ts';
import { askUntil } from '../send-form.ts';

export type ShownSoilBatch = z.infer<typeof soilBatchSchema>;
export type ShownSoilEntry = z.infer<typeof soilEntrySchema>;

export const soilService = `${soilBase}/soil`;

const maxReadingMilliseconds = 120_000;

export interface SentZip {
  name: string;
  content: Uint8Array;
}

/** Sends zips as a browser's form does. */
export function sendSoil<T = ShownSoilBatch>(
  owner: TestOwner,
  svcUserId: string,
  zips: readonly SentZip[],
  sent: Sent = {},
): Promise<Answer<T>> {
  const form = new FormData();
  for (const { name, content } of zips) form.append('files', new Blob([new Uint8Array(content)]), name);
  return owner.call<T>('POST', `${soilService}/batch?svcUserId=${svcUserId}`, { ...sent, body: form });
}

/** Polls a batch until all of its entries have ended. */
export function endedSoil(owner: TestOwner, id: string): Promise<ShownSoilBatch> {
  return askUntil(owner, `${soilService}/batch/${id}`, ({ status }) => status !== 'PROCESSING', maxReadingMilliseconds);
}

/** Sends zips, waits for their end, and returns the result. */
export async function readSoil(owner: TestOwner, svcUserId: string, ...zips: SentZip[]): Promise<ShownSoilBatch> {
  const { status, body } = await sendSoil(owner, svcUserId, zips);
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  return endedSoil(owner, body.id);
}

/** A zip of files. */
export function zipped(name: string, files: Record<string, Uint8Array | string>): SentZip {
  const content = Object.entries(files).map(([path, text]) => [path, new Uint8Array(Buffer.from(text))] as const);
  return { name, content: zipSync(Object.fromEntries(content)) };
}

/** A real report of a laboratory with four samples, and the places of the first three, each a hundredth of a degree east of the one before. */
export function locatedReport(name = 'lab.zip', [longitude, latitude] = [-88.05, 44.2]): SentZip {
  let number = 0;
  const text = soilSample('MODUS_RESULT_SOIL_DATA_EXAMPLE.xml')
    .toString()
    .replaceAll('<SampleMetaData>', (mark) => {
      number += 1;
      const place = `<Geometry epsg='4326'>POINT (${((longitude ?? 0) + number / 100).toFixed(2)} ${latitude})</Geometry>`;
      return number <= 3 ? `${mark}${place}` : mark;
    });
  return zipped(name, { 'result.xml': text });
}

/** The JSON of a download. */
export async function downloadedJson<T>(owner: TestOwner, address: string | null | undefined): Promise<T> {
  const response = await downloaded(owner, address ?? '');
  return (await response.json()) as T;
}
