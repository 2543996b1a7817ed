import { type Job, receives } from '../../manifest/job.ts';
import type { FunctionNeeds } from '../../manifest/needs.ts';
import type { PartNeeds } from '../../manifest/parts.ts';

export const job = {
  queue: 'satellite-erasures',
  batchSize: 1,
  concurrency: 2,
  one: { item: 'a field', seconds: 30 },
  receives,
  deadLetterHurts: 'Images of a field that its owner has deleted are still stored.',
  oldestMinutes: 60,
  waitingHurts: 'Images of fields that were deleted more than an hour ago are still stored.',
} as const satisfies Job;

export const needs: FunctionNeeds = {
  purpose: 'Removes what deleted fields for satellite images leave behind.',
  memoryMegabytes: 512,
  timeoutSeconds: 900,
  tables: { satellite: 'readWrite' },
  objects: { files: { 'satellite/': 'erase' } },
  // Cancels orders at Planet with the keys of owners.
  secrets: true,
  settings: ['PLANET_URL'],
};

/** For `sweep.ts`. */
export const sweeping: PartNeeds = { tables: { satellite: 'readWrite' }, sends: ['erase-satellite-field'] };
