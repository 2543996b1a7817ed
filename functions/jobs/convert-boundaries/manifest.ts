import { readerDiskMegabytes } from '../../../domain/files/reader-limits.ts';
import { launcher } from '../../manifest/beside.ts';
import { type Job, receives } from '../../manifest/job.ts';
import { type FunctionNeeds, maxMemoryMegabytes } from '../../manifest/needs.ts';
import type { PartNeeds } from '../../manifest/parts.ts';

export const job = {
  queue: 'boundary-conversions',
  // GDAL and DuckDB want the whole memory for one file.
  batchSize: 1,
  concurrency: 10,
  one: { item: 'an upload of 100 fields', seconds: 0.95, isMeasured: true },
  places: 'files',
  receives,
  arrivals: { bucket: 'files', prefix: 'incoming/boundaries/' },
  deadLetterHurts: 'A grower uploaded field boundaries that were neither converted nor refused with a reason.',
  oldestMinutes: 15,
  waitingHurts: 'Growers wait more than 15 minutes for the fields of their uploads.',
} as const satisfies Job;

export const needs: FunctionNeeds = {
  purpose: 'Turns an uploaded file into fields with boundaries.',
  memoryMegabytes: maxMemoryMegabytes,
  timeoutSeconds: 900,
  // An upload of up to 3 GB and its unpacked content, which together need less than 8 GB or are refused. Lambda offers 10 GB.
  diskMegabytes: readerDiskMegabytes,
  tables: {
    users: 'find',
    uploads: 'readWrite',
    operations: 'write',
    soil: 'write',
    fields: 'readWrite',
  },
  publishes: ['fieldCreated', 'fieldBoundaryCreated'],
  usage: ['fieldBoundaries'],
  objects: { files: { 'incoming/': 'readWrite', 'artefacts/': 'readWrite' } },
  layers: ['gdal', 'duckdb'],
  programs: { ...launcher, 'read-boundaries': 'functions/jobs/convert-boundaries/read-boundaries.ts' },
};

/** For `sweep.ts`. */
export const sweeping: PartNeeds = {
  tables: { uploads: 'readWrite', users: 'find' },
  sends: ['convert-boundaries'],
  peeks: ['convert-boundaries'],
};
