import { geos } from '../../manifest/beside.ts';
import { type Job, receives } from '../../manifest/job.ts';
import type { FunctionNeeds } from '../../manifest/needs.ts';
import type { PartNeeds } from '../../manifest/parts.ts';
import type { Prefixes } from '../../manifest/prefix.ts';

export const job = {
  queue: 'table-writes',
  // DuckDB wants the memory for one shard.
  batchSize: 1,
  concurrency: 5,
  one: { item: 'a shard of a table', seconds: 5 },
  receives,
  deadLetterHurts:
    'Queries of an API owner show fields, operations, files, soil samples or irrigation as they were before their last change.',
  oldestMinutes: 15,
  waitingHurts: 'API owners wait more than 15 minutes until queries show what has changed.',
  chain: {
    maxMessages: 2,
    why: 'A state of a shard asks for the removal of the one before. What is left to be written is overdue, and the sweep sends for it.',
  },
} as const satisfies Job;

export const needs: FunctionNeeds = {
  purpose: 'Brings tables of the lake up to date with their records.',
  memoryMegabytes: 1769,
  timeoutSeconds: 300,
  // A shard as it was and as it is, and its rows as text.
  diskMegabytes: 4096,
  tables: {
    users: 'find',
    fields: 'read',
    operations: 'readWrite',
    soil: 'read',
    irrigation: 'read',
    configurations: 'read',
  },
  objects: {
    files: { 'artefacts/': 'read' },
    lake: {
      'lake/fields/': 'readWrite',
      'lake/operations/': 'readWrite',
      'lake/files/': 'readWrite',
      'lake/soil_samples/': 'readWrite',
      'lake/applied_irrigation/': 'readWrite',
    },
  },
  sends: ['write-tables'],
  layers: ['duckdb'],
  assets: geos,
};

/** For `sweep.ts`. */
export const sweeping: PartNeeds = {
  tables: { operations: 'readWrite' },
  sends: ['write-tables'],
};

export const prefixes: Prefixes = {
  lake: {
    'lake/fields/': { holds: 'the table of fields', isDerived: true },
    'lake/operations/': { holds: 'the table of operations', isDerived: true },
    'lake/files/': { holds: 'the table of machine files', isDerived: true },
    'lake/soil_samples/': { holds: 'the table of results of soil samples', isDerived: true },
    'lake/applied_irrigation/': { holds: 'the table of applied irrigation', isDerived: true },
  },
};

/** For `erasers.ts`. */
export const erasing: PartNeeds = { tables: { operations: 'readWrite' }, sends: ['write-tables'] };
