import { type Job, receives } from '../../manifest/job.ts';
import { type FunctionNeeds, maxMemoryMegabytes } from '../../manifest/needs.ts';
import type { PartNeeds } from '../../manifest/parts.ts';

export const job = {
  queue: 'lake-compactions',
  // DuckDB wants the whole memory for one owner's points.
  batchSize: 1,
  concurrency: 2,
  one: { item: 'the points of an owner', seconds: 60 },
  receives,
  deadLetterHurts:
    'Queries of an owner become slow, and points of deleted users stay in the lake, where nobody sees them.',
  oldestMinutes: 120,
  waitingHurts: 'Queries of owners become slow, and points of deleted users stay in the lake, where nobody sees them.',
  chain: {
    maxMessages: 3,
    why: 'A compaction asks for the removal of the generation before, which waits once more when that was shown late. What is left to be compacted is due, and the sweep sends for it.',
  },
} as const satisfies Job;

export const needs: FunctionNeeds = {
  purpose: 'Writes the points of owners in fewer files.',
  memoryMegabytes: maxMemoryMegabytes,
  timeoutSeconds: 900,
  // A gigabyte of points, sorted on the disk.
  diskMegabytes: 10_240,
  tables: { operations: 'readWrite' },
  objects: { lake: { 'lake/points/': 'readWrite', 'lake/ingests/': 'readWrite' } },
  sends: ['compact-lake'],
  layers: ['duckdb'],
};

/** For `sweep.ts`. */
export const sweeping: PartNeeds = {
  tables: { operations: 'readWrite' },
  sends: ['compact-lake'],
};
