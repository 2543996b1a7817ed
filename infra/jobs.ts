/** Work that waits in a queue for a worker of the same name. */
export interface Job {
  /** Name of the queue; its dead letters are in `<queue>-dead`. */
  queue: string;
  /** Messages that a worker takes at once. */
  batchSize: number;
  /** Workers that run at once, at most; 2 is the least that an event source accepts. */
  concurrency: number;
  /** Times that a message is tried before it becomes a dead letter. */
  receives: number;
  /** The bucket's keys whose arrival is a message of the queue. */
  arrivals?: { bucket: 'files' | 'lake'; prefix: string };
  /** The harm that a dead letter does to users, as a sentence. */
  deadLetterHurts: string;
  /** Messages older than this mean that somebody waits too long. */
  oldestMinutes: number;
  waitingHurts: string;
}

/**
 * Of foreign files, workers count the attempts themselves, and stop earlier. What is left for this count are errors of our own and of the
 * services around: with waits of up to a minute, twenty receives outlast an outage of a quarter of an hour.
 */
const receives = 20;

/** Every job. The worker's code is `functions/jobs/<job>/index.ts`, what it may touch is in `function-needs.ts`. */
export const jobs = {
  'convert-boundaries': {
    queue: 'boundary-conversions',
    // GDAL and DuckDB want the whole memory for one file.
    batchSize: 1,
    concurrency: 10,
    receives,
    arrivals: { bucket: 'files', prefix: 'incoming/boundaries/' },
    deadLetterHurts: 'A grower uploaded field boundaries that were neither converted nor refused with a reason.',
    oldestMinutes: 15,
    waitingHurts: 'Growers wait more than 15 minutes for the fields of their uploads.',
  },
  'process-machine-files': {
    queue: 'machine-files',
    // DuckDB wants the whole memory for one file.
    batchSize: 1,
    concurrency: 10,
    receives,
    arrivals: { bucket: 'files', prefix: 'incoming/machine-files/' },
    deadLetterHurts: 'A grower uploaded machine files that were neither converted nor refused with a reason.',
    oldestMinutes: 30,
    waitingHurts: 'Growers wait more than 30 minutes for the points of their machine files.',
  },
  'compact-lake': {
    queue: 'lake-compactions',
    // DuckDB wants the whole memory for one owner's points.
    batchSize: 1,
    concurrency: 2,
    receives,
    deadLetterHurts:
      'Queries of an owner become slow, and points of deleted users stay in the lake, where nobody sees them.',
    oldestMinutes: 120,
    waitingHurts:
      'Queries of owners become slow, and points of deleted users stay in the lake, where nobody sees them.',
  },
  'erase-user': {
    queue: 'user-erasures',
    batchSize: 1,
    concurrency: 2,
    receives,
    deadLetterHurts: 'A person who was promised that their data is erased still has data here.',
    oldestMinutes: 60,
    waitingHurts: 'People who were deleted more than an hour ago still have data here.',
  },
  'merge-fields': {
    queue: 'field-merges',
    // Most are over at once: nothing to merge, or noted for the worker that has the user's turn.
    batchSize: 10,
    concurrency: 5,
    receives,
    deadLetterHurts: 'Fields of a grower that overlap are counted twice, though they were to be merged.',
    oldestMinutes: 15,
    waitingHurts: 'Growers see fields that overlap for more than 15 minutes before they are merged.',
  },
  'write-tables': {
    queue: 'table-writes',
    // DuckDB wants the memory for one shard.
    batchSize: 1,
    concurrency: 5,
    receives,
    deadLetterHurts: 'Queries of an API owner show fields, operations or files as they were before their last change.',
    oldestMinutes: 15,
    waitingHurts: 'API owners wait more than 15 minutes until queries show what has changed.',
  },
  'sync-fields': {
    queue: 'field-syncs',
    batchSize: 1,
    concurrency: 5,
    receives,
    deadLetterHurts: 'A grower waits for fields of a provider that neither came nor were refused with a reason.',
    oldestMinutes: 30,
    waitingHurts: 'Growers wait more than half an hour for the fields of their providers.',
  },
  'run-queries': {
    queue: 'queries',
    // DuckDB wants the whole memory for one query.
    batchSize: 1,
    concurrency: 10,
    receives,
    deadLetterHurts: 'Somebody waits for a query that was neither run nor refused with a reason.',
    oldestMinutes: 30,
    waitingHurts: 'Asynchronous queries wait for more than half an hour.',
  },
} as const satisfies Record<string, Job>;

export type JobName = keyof typeof jobs;

export const jobNames = Object.keys(jobs) as JobName[];

/** The variable that tells the address of a job's dead letters: `CONVERT_BOUNDARIES_DEAD_LETTERS_URL`. */
export function deadLettersVariable(job: JobName): string {
  return queueVariable(job).replace('QUEUE', 'DEAD_LETTERS');
}

/** The variable that tells a sender the queue's address: `CONVERT_BOUNDARIES_QUEUE_URL`. */
export function queueVariable(job: JobName): string {
  return `${job.toUpperCase().replaceAll('-', '_')}_QUEUE_URL`;
}
