import type { FollowingJob, Job } from './job.ts';
import type { FunctionNeeds } from './needs.ts';
import type { PartNeeds } from './parts.ts';
import type { Prefixes } from './prefix.ts';
import type { Setting } from './setting.ts';
import type { Table } from './table.ts';

/** What the folder of an area or a job brings: the exports of its `manifest.ts`, which is data and loads nothing that runs. */
export interface Manifest {
  /** Of its function. */
  needs?: FunctionNeeds;
  /** The tables that it owns, by name. */
  tables?: Readonly<Record<string, Table>>;
  /** The prefixes of the buckets that it owns. */
  prefixes?: Prefixes;
  /** What the operator may choose for it and for others, by variable. */
  settings?: Readonly<Record<string, Setting>>;
  /** The work that its function does from a queue. */
  // biome-ignore lint/suspicious/noExplicitAny: each job has messages of its own
  job?: Job | FollowingJob<any>;
  /** What its `sweep.ts` needs of the function that sweeps. */
  sweeping?: PartNeeds;
  /** What its `erasers.ts` needs of the function that erases users. */
  erasing?: PartNeeds;
}
