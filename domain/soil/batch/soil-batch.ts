import * as z from 'zod';
import { createdTimeSchema, svcUserIdSchema, updatedTimeSchema } from '../../shared-members.ts';
import { type SoilParameters, soilParametersSchema } from '../soil-parameters.ts';
import type { SoilContent, SoilHashes } from './soil-copies.ts';

export const soilEntryStatuses = ['PROCESSING', 'COMPLETED', 'FAILED'] as const;
export const soilBatchStatuses = ['PROCESSING', 'COMPLETED', 'PARTIALLY_COMPLETED', 'FAILED'] as const;

/** Names of the files that an entry becomes, below its id. */
export const soilFiles = {
  standard: 'standard.geojson',
  canonical: 'canonical.json',
  raw: 'raw',
  map: 'map.svg',
} as const;

export const soilWarningSchema = z
  .object({
    key: z.string().describe('The kind of warning, for programs.'),
    message: z.string().describe('The warning as a sentence, for people.'),
    file: z.string().optional().describe('The file of the zip that it is about.'),
    cells: z
      .object({
        count: z.int().describe('How many cells were left out.'),
        sheet: z.string().optional().describe('The sheet of a workbook.'),
        columns: z.string().describe('Letters, as programs for tables show them: `C, E-G`.'),
        rows: z.string().describe('Numbers of the rows of the file, from 1: `2-31, 40`.'),
      })
      .optional()
      .describe('What was left out, where the warning is about that: in the canonical JSON.'),
  })
  .meta({ id: 'SoilWarning' });

/** One zip of a batch, and what became of it. */
export const soilEntrySchema = z
  .object({
    id: z.uuid().describe('Id of the entry, assigned by Furrow.'),
    fileName: z.string().describe('The name of the zip.'),
    sizeBytes: z.int().describe('The size of the zip, in bytes.'),
    status: z
      .enum(soilEntryStatuses)
      .describe(
        '`PROCESSING`: waits, or is being read. `COMPLETED`: its outputs are there. `FAILED`: `errorKey` and `errorMessage` say why.',
      ),
    errorKey: z.string().optional().describe('Why the entry FAILED, for programs.'),
    errorMessage: z.string().optional().describe('Why the entry FAILED, for people, with advice.'),
    duplicateOf: z
      .uuid()
      .optional()
      .describe(
        'The entry of the same user with the same content, which counts in its place: in SQL, and in the soil of fields. Its own outputs and numbers stay.',
      ),
    duplicateOfBatch: z.uuid().optional().describe('The batch of that entry.'),
    format: z.string().nullable().describe('The first format that was recognised in the zip; null until then.'),
    formats: z.array(z.string()).describe('All formats that were recognised in the zip.'),
    eventCount: z.int().optional().describe('Samplings: of one day, field and laboratory.'),
    sampleCount: z.int().optional().describe('Samples; each depth of a place is one.'),
    resultCount: z.int().optional().describe('Results of all samples.'),
    warnings: z
      .array(soilWarningSchema)
      .describe('What was left out or is doubtful; the canonical JSON has all, where they are too many for here.'),
    downloadStandardGeojson: z
      .url()
      .nullable()
      .describe('A flat GeoJSON FeatureCollection. Needs the bearer token. Null unless COMPLETED.'),
    downloadCanonicalJson: z
      .url()
      .nullable()
      .describe('The hierarchical model. Needs the bearer token. Null unless COMPLETED.'),
    downloadRawFile: z.url().describe('The zip as it was sent. Needs the bearer token.'),
    mapUrl: z.url().nullable().describe('A map of the samples as SVG. Needs the bearer token. Null unless COMPLETED.'),
    createdTime: createdTimeSchema,
    processedTime: z.iso.datetime().optional().describe('When the entry ended, in UTC; absent while it is processing.'),
  })
  .meta({ id: 'SoilEntry' });

/** Zips of soil results that were sent together. */
export const soilBatchSchema = z
  .object({
    id: z.uuid().describe('Id of the batch, assigned by Furrow.'),
    svcUserId: svcUserIdSchema,
    status: z
      .enum(soilBatchStatuses)
      .describe(
        'PROCESSING until every entry has ended; then COMPLETED where all entries are, FAILED where none is, otherwise PARTIALLY_COMPLETED.',
      ),
    fileCount: z.int().describe('How many zips the batch has.'),
    uploadId: z.uuid().optional().describe('The upload of any kind that contained these results.'),
    parameters: soilParametersSchema.optional().describe('What was sent with the zips about them, if anything.'),
    entries: z.array(soilEntrySchema).describe('One for each zip, in the order in which they were sent.'),
    createdTime: createdTimeSchema,
    updatedTime: updatedTimeSchema,
  })
  .meta({ id: 'SoilBatch' });

type SoilBatch = z.infer<typeof soilBatchSchema>;

/** West, south, east, north in degrees. */
export type SoilBounds = [number, number, number, number];

/** An entry as it is stored; URLs are added to responses. */
export interface StoredSoilEntry
  extends Omit<
    z.infer<typeof soilEntrySchema>,
    'downloadStandardGeojson' | 'downloadCanonicalJson' | 'downloadRawFile' | 'mapUrl'
  > {
  /** Where its samples were taken; absent if no file says so. */
  bounds?: SoilBounds;
  /** By which copies of it are found; absent until it is read. */
  hashes?: SoilHashes;
}

/** Whether samples of an entry are in SQL and in the soil of fields: it was read, and no other entry counts in its place. */
export function counts({ status, duplicateOf }: Pick<StoredSoilEntry, 'status' | 'duplicateOf'>): boolean {
  return status === 'COMPLETED' && duplicateOf === undefined;
}

/** A batch as it is stored. */
export interface StoredSoilBatch extends Omit<SoilBatch, 'entries'> {
  entries: StoredSoilEntry[];
}

/**
 * The status of a batch with some entries.
 *
 * @example batchStatusOf([{ status: 'COMPLETED' }, { status: 'FAILED' }]) // 'PARTIALLY_COMPLETED'
 */
export function batchStatusOf(entries: readonly Pick<StoredSoilEntry, 'status'>[]): StoredSoilBatch['status'] {
  const count = (wanted: StoredSoilEntry['status']) => entries.filter(({ status }) => status === wanted).length;
  if (count('PROCESSING') > 0) return 'PROCESSING';
  if (count('COMPLETED') === entries.length) return 'COMPLETED';
  return count('COMPLETED') > 0 ? 'PARTIALLY_COMPLETED' : 'FAILED';
}

/**
 * A batch with an entry that has ended; undefined if it has no such entry, or the entry has ended before.
 *
 * @example const after = withEndedEntry(batch, { ...entry, status: 'FAILED', errorMessage }, timestamp(clock.now()));
 */
export function withEndedEntry(
  batch: StoredSoilBatch,
  ended: StoredSoilEntry,
  updatedTime: string,
): StoredSoilBatch | undefined {
  const before = batch.entries.find(({ id }) => id === ended.id);
  if (before?.status !== 'PROCESSING') return undefined;
  const entries = batch.entries.map((entry) => (entry.id === ended.id ? ended : entry));
  return { ...batch, entries, status: batchStatusOf(entries), updatedTime };
}

/** A batch one of whose entries another one counts for, or none any more; undefined if it has no such entry, or nothing changes. */
export function withDuplicate(
  batch: StoredSoilBatch,
  entryId: string,
  original: Pick<SoilContent, 'entryId' | 'batchId'> | undefined,
  updatedTime: string,
): StoredSoilBatch | undefined {
  const before = batch.entries.find(({ id }) => id === entryId);
  if (!before || before.duplicateOf === original?.entryId) return undefined;
  const { duplicateOf: _, duplicateOfBatch: __, ...own } = before;
  const after = original ? { ...own, duplicateOf: original.entryId, duplicateOfBatch: original.batchId } : own;
  return { ...batch, entries: batch.entries.map((entry) => (entry === before ? after : entry)), updatedTime };
}

interface ReceivedSoil {
  id: string;
  svcUserId: string;
  uploadId?: string;
  files: readonly { id: string; fileName: string; sizeBytes: number }[];
  parameters?: SoilParameters | undefined;
}

/** The record of a batch before its zips are read. */
export function receivedSoilBatch(
  { id, svcUserId, uploadId, files, parameters }: ReceivedSoil,
  createdTime: string,
): StoredSoilBatch {
  const entries = files.map((file): StoredSoilEntry => {
    return { ...file, status: 'PROCESSING', format: null, formats: [], warnings: [], createdTime };
  });
  return {
    id,
    svcUserId,
    ...(uploadId && { uploadId }),
    status: 'PROCESSING',
    fileCount: files.length,
    ...(parameters && Object.keys(parameters).length > 0 && { parameters }),
    entries,
    createdTime,
    updatedTime: createdTime,
  };
}

/** A zip that no worker has read within this time has failed. The queue keeps messages for four days. */
const givenUpMilliseconds = 12 * 60 * 60_000;

/** When an unfinished batch is overdue (milliseconds since 1970). */
export function soilDeadline(now: number): number {
  return now + givenUpMilliseconds;
}
