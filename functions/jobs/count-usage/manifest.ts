import { geos } from '../../manifest/beside.ts';
import { type Job, receives } from '../../manifest/job.ts';
import type { FunctionNeeds } from '../../manifest/needs.ts';
import type { PartNeeds } from '../../manifest/parts.ts';
import type { Table } from '../../manifest/table.ts';

export const tables = {
  consumption: {
    holds: 'areas of usage by contract and day, and the ground that was counted, in tiles',
    indexes: { byDeadline: { partition: 'deadlineKey', sort: 'deadline', sortIsNumber: true } },
  },
} as const satisfies Record<string, Table>;

export const job = {
  queue: 'usage-counts',
  // Most are over at once: their work is noted for the worker that has the owner's lease.
  batchSize: 10,
  concurrency: 5,
  one: { item: 'the use of an owner', seconds: 1 },
  receives,
  deadLetterHurts: 'Usage reports of an API owner lack what was worked since then.',
  oldestMinutes: 15,
  waitingHurts: 'API owners wait more than 15 minutes until usage reports show what was worked.',
} as const satisfies Job;

export const needs: FunctionNeeds = {
  purpose: 'Counts the ground of usage facts, without what overlaps.',
  // Laying shapes over each other is pure computing, and 1,769 MB is one whole CPU.
  memoryMegabytes: 1769,
  timeoutSeconds: 900,
  tables: { consumption: 'readWrite', usage: 'find', fields: 'find', users: 'find' },
  objects: { files: { 'artefacts/': 'read', 'usage/': 'readWrite' } },
  assets: geos,
};

/** For `sweep.ts`. */
export const sweeping: PartNeeds = { tables: { consumption: 'readWrite' }, sends: ['count-usage'] };

/** For `erasers.ts`. */
export const erasing: PartNeeds = { tables: { consumption: 'readWrite' }, sends: ['count-usage'] };
