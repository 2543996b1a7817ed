import { readerDiskMegabytes } from '../domain/files/reader-limits.ts';
import type { JobName } from './jobs.ts';
import type { TableName } from './tables.ts';

/**
 * `find` reads items by their keys, `read` also lists them, in indexes too. `add` puts items, `write` also changes and deletes them without
 * reading. Conditions may look at the item that they guard, but for `add`.
 */
export type TableAccess = 'find' | 'read' | 'add' | 'write' | 'readWrite';
/** `erase` removes objects in all of their versions, `eraseWithParts` also ends uploads of parts that were begun there. */
export type ObjectAccess = 'read' | 'readWrite' | 'erase' | 'eraseWithParts';
export type BucketName = 'files' | 'lake';
export type LayerName = 'gdal' | 'duckdb';

/** What one function may touch and how much room it gets. Its role grants this and nothing else. */
export interface FunctionNeeds {
  purpose: string;
  memoryMegabytes: number;
  timeoutSeconds: number;
  /** Room in /tmp; 512 unless said. */
  diskMegabytes?: number;
  tables?: Partial<Record<TableName, TableAccess>>;
  /** Finds what is overdue: queries the index `byDeadline` of its tables, which holds that of all owners. */
  deadlines?: true;
  /** Access by key prefix. */
  objects?: Partial<Record<BucketName, Record<string, ObjectAccess>>>;
  /** Queues it puts messages into; for its own one `chains.ts` says how far that goes. */
  sends?: readonly JobName[];
  /** Jobs whose dead letters it looks at. */
  peeks?: readonly JobName[];
  /** Runs queries of owners. */
  queries?: true;
  /** Seals and opens secrets with the environment's key. */
  secrets?: true;
  layers?: readonly LayerName[];
}

/** HTTP API gives up after 30 s; a second less lets the function answer for itself. */
const apiTimeoutSeconds = 29;

/** A quota of new AWS accounts; the next step is a support request away. */
const largestMemoryMegabytes = 3008;

/** What every API function's steps read: owners and keys to check tokens, answers to repeated requests. */
const apiTables = { owners: 'read', requests: 'readWrite' } as const;

/** What queries read, whether somebody waits for them or not. */
const queriedLake = {
  'lake/points/': 'read',
  'lake/fields/': 'read',
  'lake/operations/': 'read',
  'lake/files/': 'read',
  'lake/ssurgo/': 'read',
  'lake/states_counties/': 'read',
} as const;

/** API areas and workers by name. A function that is not listed here cannot be deployed. */
export const functionNeeds: Record<string, FunctionNeeds> = {
  tokens: {
    purpose: 'Signs owners in and renews their tokens.',
    // Hashing a password is pure computing, and 1,769 MB is one whole CPU.
    memoryMegabytes: 1769,
    timeoutSeconds: apiTimeoutSeconds,
    tables: { identity: 'readWrite', owners: 'write', requests: 'readWrite' },
    secrets: true,
  },
  users: {
    purpose: 'Service users.',
    memoryMegabytes: 1024,
    timeoutSeconds: apiTimeoutSeconds,
    tables: { ...apiTables, users: 'readWrite', events: 'add' },
  },
  fields: {
    purpose: 'Growers, farms, fields and their boundaries.',
    // Laying shapes over each other is pure computing, and 1,769 MB is one whole CPU.
    memoryMegabytes: 1769,
    timeoutSeconds: apiTimeoutSeconds,
    tables: {
      ...apiTables,
      users: 'find',
      fields: 'readWrite',
      operations: 'read',
      events: 'add',
      usage: 'write',
    },
    objects: { files: { 'artefacts/': 'readWrite' } },
    sends: ['sync-fields'],
  },
  configurations: {
    purpose: 'The settings that processing reads.',
    memoryMegabytes: 1024,
    timeoutSeconds: apiTimeoutSeconds,
    tables: { ...apiTables, users: 'find', configurations: 'readWrite' },
  },
  uploads: {
    purpose: 'Takes files, signs their parts and tells how their conversion went.',
    memoryMegabytes: 1769,
    timeoutSeconds: apiTimeoutSeconds,
    tables: { ...apiTables, users: 'find', fields: 'read', uploads: 'readWrite', operations: 'readWrite' },
    objects: { files: { 'incoming/': 'readWrite', 'artefacts/': 'read' } },
  },
  operations: {
    purpose: 'Takes batches of machine files and serves what became of them.',
    memoryMegabytes: 1769,
    timeoutSeconds: apiTimeoutSeconds,
    tables: { ...apiTables, users: 'find', operations: 'readWrite' },
    objects: { files: { 'incoming/': 'readWrite', 'artefacts/': 'read' } },
    sends: ['process-machine-files'],
  },
  query: {
    purpose: 'Runs SQL over fields, operations, files and their points.',
    memoryMegabytes: largestMemoryMegabytes,
    timeoutSeconds: apiTimeoutSeconds,
    diskMegabytes: 10_240,
    tables: { ...apiTables, users: 'find', operations: 'read', queries: 'readWrite' },
    objects: { lake: queriedLake, files: { 'exports/': 'readWrite' } },
    sends: ['run-queries'],
    queries: true,
    layers: ['duckdb'],
  },
  queries: {
    purpose: 'Tells how far asynchronous queries are, and serves their results.',
    memoryMegabytes: 1024,
    timeoutSeconds: apiTimeoutSeconds,
    tables: { ...apiTables, queries: 'readWrite' },
    objects: { files: { 'exports/': 'read' } },
  },
  'point-files': {
    purpose: 'Tells which files the points of queries came from.',
    memoryMegabytes: 1024,
    timeoutSeconds: apiTimeoutSeconds,
    tables: { ...apiTables, users: 'find', operations: 'read' },
  },
  docs: {
    purpose: 'The documentation, and the answer to addresses that do not exist.',
    memoryMegabytes: 512,
    timeoutSeconds: 10,
  },
  'convert-boundaries': {
    purpose: 'Turns an uploaded file into fields with boundaries.',
    memoryMegabytes: largestMemoryMegabytes,
    timeoutSeconds: 900,
    // An upload of 3 GB, and what is in it: less than 8 GB where both would not fit. Lambda offers no more.
    diskMegabytes: readerDiskMegabytes,
    tables: { users: 'find', uploads: 'readWrite', fields: 'readWrite', events: 'add', usage: 'write' },
    objects: { files: { 'incoming/': 'readWrite', 'artefacts/': 'readWrite' } },
    layers: ['gdal', 'duckdb'],
  },
  'process-machine-files': {
    purpose: 'Turns machine files into standard points.',
    memoryMegabytes: largestMemoryMegabytes,
    timeoutSeconds: 900,
    // An upload of 3 GB that inflates to at most 6 GB.
    diskMegabytes: readerDiskMegabytes,
    tables: {
      users: 'find',
      fields: 'readWrite',
      operations: 'readWrite',
      assets: 'write',
      configurations: 'read',
      events: 'add',
      usage: 'write',
    },
    objects: {
      files: { 'incoming/': 'read', 'artefacts/': 'readWrite' },
      lake: { 'lake/points/': 'readWrite', 'lake/ingests/': 'readWrite' },
    },
    sends: ['process-machine-files'],
    layers: ['gdal', 'duckdb'],
  },
  'compact-lake': {
    purpose: 'Writes the points of owners in fewer files.',
    memoryMegabytes: largestMemoryMegabytes,
    timeoutSeconds: 900,
    // A gigabyte of points, sorted on the disk.
    diskMegabytes: 10_240,
    tables: { operations: 'readWrite' },
    objects: { lake: { 'lake/points/': 'readWrite' } },
    sends: ['compact-lake'],
    layers: ['duckdb'],
  },
  'erase-user': {
    purpose: 'Removes what a deleted user left behind.',
    memoryMegabytes: 1024,
    timeoutSeconds: 900,
    tables: {
      uploads: 'readWrite',
      operations: 'readWrite',
      fields: 'readWrite',
      assets: 'readWrite',
      configurations: 'readWrite',
      usage: 'readWrite',
      events: 'readWrite',
      requests: 'readWrite',
    },
    objects: {
      files: { 'incoming/': 'eraseWithParts', 'artefacts/': 'erase', 'exports/': 'erase', 'usage/': 'readWrite' },
      lake: {
        'lake/points/': 'erase',
        'lake/ingests/': 'erase',
        'lake/fields/': 'erase',
        'lake/operations/': 'erase',
        'lake/files/': 'erase',
      },
    },
    sends: ['erase-user', 'write-tables'],
  },
  'sync-fields': {
    purpose: 'Brings fields from the providers of users.',
    // GEOS checks and repairs shapes: pure computing, and 1,769 MB is one whole CPU.
    memoryMegabytes: 1769,
    timeoutSeconds: 900,
    tables: { users: 'find', configurations: 'read', fields: 'readWrite', events: 'add', usage: 'write' },
    objects: { files: { 'artefacts/': 'readWrite' } },
    sends: ['sync-fields'],
  },
  'merge-fields': {
    purpose: 'Makes one field of those that overlap.',
    // Laying shapes over each other is pure computing, and 1,769 MB is one whole CPU.
    memoryMegabytes: 1769,
    timeoutSeconds: 900,
    tables: { users: 'find', configurations: 'read', fields: 'readWrite', events: 'add', usage: 'write' },
    objects: { files: { 'artefacts/': 'readWrite' } },
    sends: ['merge-fields'],
  },
  'run-queries': {
    purpose: 'Runs SQL that nobody waits for.',
    memoryMegabytes: largestMemoryMegabytes,
    timeoutSeconds: 900,
    diskMegabytes: 10_240,
    tables: { operations: 'read', queries: 'readWrite' },
    objects: { lake: queriedLake, files: { 'exports/': 'readWrite' } },
    sends: ['run-queries'],
    queries: true,
    layers: ['duckdb'],
  },
  'relay-events': {
    purpose: 'Moves events to the queues of those who wait for them.',
    memoryMegabytes: 512,
    timeoutSeconds: 60,
    tables: { events: 'readWrite' },
    sends: ['erase-user', 'merge-fields', 'process-machine-files'],
  },
  sweep: {
    purpose: 'Ends what got stuck, every minute.',
    memoryMegabytes: 512,
    timeoutSeconds: 240,
    deadlines: true,
    tables: {
      uploads: 'readWrite',
      operations: 'readWrite',
      events: 'add',
      usage: 'write',
      users: 'find',
      fields: 'readWrite',
      queries: 'readWrite',
    },
    objects: { files: { 'artefacts/': 'readWrite' } },
    sends: ['convert-boundaries', 'process-machine-files', 'run-queries', 'write-tables', 'compact-lake'],
    peeks: ['convert-boundaries', 'process-machine-files'],
  },
  'note-changes': {
    purpose: 'Notes which rows of the lake have to follow their records.',
    memoryMegabytes: 512,
    timeoutSeconds: 60,
    tables: { fields: 'read', operations: 'readWrite' },
    sends: ['write-tables'],
  },
  'write-tables': {
    purpose: 'Brings tables of the lake up to date with their records.',
    memoryMegabytes: 1769,
    timeoutSeconds: 300,
    // A shard as it was and as it is, and its rows as text.
    diskMegabytes: 4096,
    tables: { users: 'find', fields: 'read', operations: 'readWrite' },
    objects: {
      files: { 'artefacts/': 'read' },
      lake: { 'lake/fields/': 'readWrite', 'lake/operations/': 'readWrite', 'lake/files/': 'readWrite' },
    },
    sends: ['write-tables'],
    layers: ['duckdb'],
  },
};

/** The needs of a function; one that is missing is an error that says where to add it. */
export function needsOf(name: string): FunctionNeeds {
  const needs = Object.hasOwn(functionNeeds, name) ? functionNeeds[name] : undefined;
  if (needs) return needs;
  throw new Error(
    `infra/function-needs.ts does not say what the function "${name}" may touch. Add an entry with its memory, timeout and tables.`,
  );
}
