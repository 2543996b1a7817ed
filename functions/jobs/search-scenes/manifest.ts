import { type Job, receives } from '../../manifest/job.ts';
import type { FunctionNeeds } from '../../manifest/needs.ts';
import type { PartNeeds } from '../../manifest/parts.ts';

export const job = {
  queue: 'scene-searches',
  batchSize: 1,
  concurrency: 5,
  receives,
  deadLetterHurts: 'New satellite scenes of some square degrees are found hours late.',
  oldestMinutes: 60,
  waitingHurts: 'Fields that were registered more than an hour ago have no images yet.',
  chain: {
    longest: 2,
    why: 'A message of a new field, or of a scene that was published, leads to one for each of its cells, and these lead to none.',
  },
} as const satisfies Job;

export const needs: FunctionNeeds = {
  purpose: 'Finds satellite scenes of registered fields.',
  memoryMegabytes: 1024,
  timeoutSeconds: 600,
  tables: { satellite: 'readWrite', events: 'add', usage: 'write' },
  sends: ['process-scenes', 'search-scenes', 'follow-planet'],
  settings: ['SCENES_URL', 'SCENES_SOURCE'],
};

/** For `sweep.ts`. */
export const sweeping: PartNeeds = {
  tables: { satellite: 'readWrite', events: 'add', usage: 'write' },
  sends: ['search-scenes', 'process-scenes', 'follow-planet'],
};
