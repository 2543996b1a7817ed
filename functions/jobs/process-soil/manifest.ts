import { readerDiskMegabytes } from '../../../domain/files/reader-limits.ts';
import { launcher } from '../../manifest/beside.ts';
import { type FollowingJob, receives } from '../../manifest/job.ts';
import { type FunctionNeeds, maxMemoryMegabytes } from '../../manifest/needs.ts';
import type { PartNeeds } from '../../manifest/parts.ts';
import type { SoilMessage } from './messages.ts';

export const job = {
  queue: 'soil-files',
  // A reader wants the whole memory for one zip.
  batchSize: 1,
  concurrency: 10,
  one: { item: 'a soil file of ten thousand samples', seconds: 3.8, isMeasured: true },
  places: 'files',
  receives,
  arrivals: { bucket: 'files', prefix: 'incoming/soil/' },
  deadLetterHurts: 'A grower uploaded soil results that were neither read nor refused with a reason.',
  oldestMinutes: 15,
  waitingHurts: 'Growers wait more than 15 minutes for the samples of their zips.',
  follows: {
    name: 'soil',
    // Rows of samples name the fields on whose ground they were taken.
    types: ['fieldBoundaryCreated', 'fieldBoundaryUpdated', 'fieldDeleted', 'mergedFieldDeleted', 'soilBatchDeleted'],
    message: ({ type, ownerId, svcUserId, payload }) =>
      type === 'soilBatchDeleted'
        ? { step: 'remove', ownerId, svcUserId, batchId: payload.batchId as string }
        : { step: 'attach', ownerId, svcUserId, fieldId: payload.fieldId as string },
  },
} as const satisfies FollowingJob<SoilMessage>;

export const needs: FunctionNeeds = {
  purpose: 'Reads zips of soil results.',
  memoryMegabytes: maxMemoryMegabytes,
  timeoutSeconds: 900,
  diskMegabytes: readerDiskMegabytes,
  tables: { users: 'find', fields: 'read', soil: 'readWrite', operations: 'readWrite' },
  publishes: ['soilBatchProcessingFinished'],
  objects: { files: { 'incoming/': 'readWrite', 'artefacts/': 'readWrite' } },
  sends: ['write-tables'],
  layers: ['gdal'],
  programs: { ...launcher, 'read-soil': 'functions/jobs/process-soil/read-soil.ts' },
};

/** For `sweep.ts`. */
export const sweeping: PartNeeds = {
  tables: { soil: 'readWrite', users: 'find' },
  publishes: ['soilBatchProcessingFinished'],
  sends: ['process-soil'],
  peeks: ['process-soil'],
};
