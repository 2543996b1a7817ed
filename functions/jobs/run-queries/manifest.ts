import { geos, h3, queryProcess } from '../../manifest/beside.ts';
import { type Job, receives } from '../../manifest/job.ts';
import { type FunctionNeeds, maxMemoryMegabytes, queriedLake } from '../../manifest/needs.ts';
import type { PartNeeds } from '../../manifest/parts.ts';

export const job = {
  queue: 'queries',
  // DuckDB wants the whole memory for one query.
  batchSize: 1,
  concurrency: 10,
  one: { item: 'an asynchronous query', seconds: 3 },
  places: 'queries',
  receives,
  deadLetterHurts: 'Somebody waits for a query that was neither run nor refused with a reason.',
  oldestMinutes: 30,
  waitingHurts: 'Asynchronous queries wait for more than half an hour.',
  chain: {
    maxMessages: 200,
    why: 'A query waits for a slot for an hour, and asks for one every 2 to 30 seconds: the sweep would ask once a minute.',
  },
} as const satisfies Job;

export const needs: FunctionNeeds = {
  purpose: 'Runs asynchronous queries.',
  memoryMegabytes: maxMemoryMegabytes,
  timeoutSeconds: 900,
  diskMegabytes: 10_240,
  tables: { operations: 'read', queries: 'readWrite' },
  objects: { lake: queriedLake, files: { 'exports/': 'readWrite' } },
  sends: ['run-queries'],
  queries: true,
  layers: ['duckdb'],
  assets: { ...geos, ...h3 },
  programs: queryProcess,
};

/** For `sweep.ts`. */
export const sweeping: PartNeeds = {
  tables: { queries: 'readWrite' },
  sends: ['run-queries'],
};
