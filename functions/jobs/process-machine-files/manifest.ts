import { readerDiskMegabytes } from '../../../domain/files/reader-limits.ts';
import { geos, launcher } from '../../manifest/beside.ts';
import { type FollowingJob, receives } from '../../manifest/job.ts';
import { type FunctionNeeds, maxMemoryMegabytes } from '../../manifest/needs.ts';
import type { PartNeeds } from '../../manifest/parts.ts';
import type { MachineFileMessage } from './messages.ts';

export const job = {
  queue: 'machine-files',
  // DuckDB wants the whole memory for one file.
  batchSize: 1,
  concurrency: 10,
  one: { item: 'a machine file of 2 MB', seconds: 20 },
  places: 'files',
  receives,
  arrivals: { bucket: 'files', prefix: 'incoming/machine-files/' },
  deadLetterHurts: 'A grower uploaded machine files that were neither converted nor refused with a reason.',
  oldestMinutes: 30,
  waitingHurts: 'Growers wait more than 30 minutes for the points of their machine files.',
  chain: {
    maxMessages: 1_000,
    why: 'Files to be processed again are set to work for 14 minutes at a time: no list says which of them wait. Looks at files under way become rare, and end with the files, after half a day at most.',
  },
  follows: {
    name: 'machine files',
    // They follow the fields on whose ground they are.
    types: ['fieldBoundaryCreated', 'fieldBoundaryUpdated', 'fieldDeleted', 'mergedFieldDeleted'],
    message: ({ ownerId, svcUserId, payload }) => ({
      step: 'attach',
      ownerId,
      svcUserId,
      fieldId: payload.fieldId as string,
    }),
  },
} as const satisfies FollowingJob<MachineFileMessage>;

export const needs: FunctionNeeds = {
  purpose: 'Turns machine files into standard points.',
  memoryMegabytes: maxMemoryMegabytes,
  timeoutSeconds: 900,
  // An upload of 3 GB that inflates to at most 6 GB.
  diskMegabytes: readerDiskMegabytes,
  tables: {
    users: 'find',
    fields: 'readWrite',
    operations: 'readWrite',
    assets: 'readWrite',
    configurations: 'read',
  },
  publishes: [
    'batchUploadProcessingFinished',
    'uploadedFileProcessingFinished',
    'providerFileProcessingFinished',
    'mergedFileProcessingFinished',
    'automergedFileProcessingFinished',
    'uploadedFileProcessingFailed',
    'providerFileProcessingFailed',
    'mergedFileProcessingFailed',
    'automergedFileProcessingFailed',
    'operationCreated',
    'operationUpdated',
    'operationProcessingFinished',
    'machineCreated',
    'machineUpdated',
    'implementCreated',
    'implementUpdated',
    'operatorCreated',
    'operatorUpdated',
  ],
  usage: ['machineFiles', 'fieldOperations'],
  objects: {
    files: { 'incoming/': 'readWrite', 'artefacts/': 'readWrite', 'cache/': 'readWrite' },
    lake: { 'lake/points/': 'readWrite', 'lake/ingests/': 'readWrite' },
  },
  sends: ['process-machine-files'],
  layers: ['gdal', 'duckdb'],
  assets: geos,
  programs: { ...launcher, 'read-machine-files': 'functions/jobs/process-machine-files/read-machine-files.ts' },
};

/** For `sweep.ts`. */
export const sweeping: PartNeeds = {
  tables: { operations: 'readWrite', users: 'find', fields: 'readWrite' },
  publishes: [
    'batchUploadProcessingFinished',
    // A file that was processed before stays so when it is given up.
    'uploadedFileProcessingFinished',
    'providerFileProcessingFinished',
    'mergedFileProcessingFinished',
    'automergedFileProcessingFinished',
    'uploadedFileProcessingFailed',
    'providerFileProcessingFailed',
    'mergedFileProcessingFailed',
    'automergedFileProcessingFailed',
  ],
  usage: [],
  sends: ['process-machine-files'],
  peeks: ['process-machine-files'],
};
