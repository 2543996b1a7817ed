import { type Job, receives } from '../../manifest/job.ts';
import type { FunctionNeeds } from '../../manifest/needs.ts';
import type { PartNeeds } from '../../manifest/parts.ts';

export const job = {
  queue: 'file-syncs',
  batchSize: 1,
  concurrency: 10,
  one: { item: 'an unchanged account: 51 lists of 1 s', seconds: 51 },
  places: 'files',
  receives,
  deadLetterHurts: 'A grower waits for machine files of a provider that come with the next round only, a day later.',
  oldestMinutes: 60,
  waitingHurts: 'Growers wait more than an hour for the machine files of their providers to be asked for.',
  chain: {
    maxMessages: 1_000,
    why: 'A round leads to lists, and these to files. A file is asked for again while its provider makes it, for half an hour, and once for each quarter of an hour that it takes to load.',
  },
} as const satisfies Job;

export const needs: FunctionNeeds = {
  purpose: 'Fetches machine files from the providers of users.',
  // One part of a file is in memory, of 8 MiB.
  memoryMegabytes: 512,
  timeoutSeconds: 900,
  tables: {
    owners: 'find',
    users: 'change',
    keys: 'find',
    configurations: 'read',
    credentials: 'readWrite',
    fields: 'readWrite',
    operations: 'readWrite',
  },
  publishes: ['providerRemovalsWaiting', 'credentialsUnauthenticated', 'credentialsLimitedPermission'],
  objects: { files: { 'artefacts/': 'readWrite' } },
  sends: ['sync-files', 'process-machine-files'],
  secrets: true,
  settings: ['PROVIDER_ADDRESSES'],
};

/** For `sweep.ts`. */
export const sweeping: PartNeeds = {
  tables: { fields: 'readWrite' },
  sends: ['sync-files'],
};
