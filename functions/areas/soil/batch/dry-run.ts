import type * as z from 'zod';
import { Problem } from '../../../../domain/errors.ts';
import { limits } from '../../../../domain/limits.ts';
import { originalOf } from '../../../../domain/soil/batch/soil-copies.ts';
import { readResults } from '../../../../domain/soil/outputs/read-results.ts';
import type { SoilParameters } from '../../../../domain/soil/soil-parameters.ts';
import type { SoilReading } from '../../../../domain/soil/soil-reading.ts';
import type { UploadedPart } from '../../../http/exchange.ts';
import type { SoilServices } from '../services.ts';
import type { soilDryRunSchema } from './dry-run-schema.ts';

type DryRun = z.input<typeof soilDryRunSchema>;
type DryEntry = DryRun['entries'][number];

/** The gateway waits for 29 s. */
const readingMilliseconds = 24_000;
/** GDAL is compiled within a minute. */
const retryAfterSeconds = 20;

/**
 * Reads zips in a process of their own, and says what they would become. Nothing is stored.
 *
 * @throws Problem 400 `soilDryRunTooLong` if there is more than a request can read or answer; 503 if the engine that reads a zip is missing.
 */
export async function dryRun(
  ownerId: string,
  svcUserId: string,
  sent: readonly UploadedPart[],
  parameters: SoilParameters,
  services: Pick<SoilServices, 'soil' | 'reader' | 'clock'>,
): Promise<DryRun> {
  const deadline = services.clock.now() + readingMilliseconds;
  const entries: DryEntry[] = [];
  for (const { fileName, content } of sent) {
    const left = deadline - services.clock.now();
    if (left <= 0) throw tooLong();
    const read = await services.reader.read({ name: fileName, parameters, ownerId, content }, left / 1_000);
    const file = { fileName, sizeBytes: content.length };
    if ('refusal' in read) {
      const { key, message, file: of } = read.refusal;
      if (key === 'readingTooLong') throw tooLong();
      // Not what the zip would become: an installation gets its engine while it runs already.
      if (key === 'engineMissing') throw new Problem('unavailable', message, { retryAfterSeconds });
      const errorMessage = of === undefined ? message : `${of}: ${message}`;
      entries.push({ ...file, status: 'FAILED', errorKey: key, errorMessage, formats: [], warnings: [], results: [] });
      continue;
    }
    entries.push({ ...file, ...entryOf(read), ...(await originalIn(ownerId, svcUserId, read, services)) });
  }
  const answer: DryRun = { dryRun: true, svcUserId, entries };
  if (Buffer.byteLength(JSON.stringify(answer)) > limits.responseBytes) throw tooLong();
  return answer;
}

function entryOf({ formats, events, warnings, account }: SoilReading) {
  const samples = events.flatMap((event) => event.samples);
  return {
    status: 'COMPLETED' as const,
    formats,
    eventCount: events.length,
    sampleCount: samples.length,
    resultCount: samples.reduce((sum, { results }) => sum + results.length, 0),
    account,
    warnings,
    results: readResults(samples),
  };
}

/** The entry that would count in place of this zip. */
async function originalIn(
  ownerId: string,
  svcUserId: string,
  { hashes }: SoilReading,
  { soil }: Pick<SoilServices, 'soil'>,
) {
  // Later than all entries that there are.
  const own = { batchId: '\uffff', entryId: '', index: 0, ...hashes };
  return originalOf(own, await soil.copiesOf(ownerId, svcUserId, hashes));
}

function tooLong(): Problem {
  const detail =
    'The zips have more than a dry run can read or answer within a request. Send fewer or smaller ones, such as the first rows of a table.';
  return new Problem('invalid', detail, { errorKey: 'soilDryRunTooLong' });
}
