import type { FollowingJob, Job } from './job.ts';
import type { FunctionNeeds } from './needs.ts';
import type { PartNeeds } from './parts.ts';
import type { Prefixes } from './prefix.ts';
import type { Table } from './table.ts';

/** The declarations of an area or a job: the exports of its `manifest.ts`, which is data and loads nothing that runs. */
export interface Manifest {
  /** Needs of its function. */
  needs?: FunctionNeeds;
  /** The tables that it owns, by name. */
  tables?: Readonly<Record<string, Table>>;
  /** The prefixes of the buckets that it owns. */
  prefixes?: Prefixes;
  /** Settings of the operator that it defines, by variable. */
  settings?: Readonly<Record<string, Setting>>;
  /** The work that its function does from a queue. */
  // biome-ignore lint/suspicious/noExplicitAny: each job has messages of its own
  job?: Job | FollowingJob<any>;
  /** Needs of its `sweep.ts`, which runs in the function of the sweep. */
  sweeping?: PartNeeds;
  /** Needs of its `erasers.ts`, which run in the function that erases users. */
  erasing?: PartNeeds;
}

/** A setting that the operator of a deployment chooses for functions; its name is that of the environment variable. */
export interface Setting {
  /** How it is given: `-c weatherForecastUrl=https://…`. */
  context: string;
  /** Holds unless it is given. */
  otherwise: string;
  means: string;
  /** The values that it may have, if not any text. */
  allowed?: readonly string[];
}
