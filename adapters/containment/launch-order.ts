import type { Reach } from './linux/landlock.ts';

/** Barriers that restrict a process to its work. A system may lack some of them. */
export const barriers = ['files', 'calls', 'parent'] as const;
export type Barrier = (typeof barriers)[number];

/** The environment variable with the launch order as JSON. */
export const orderVariable = 'FURROW_LAUNCH';
/** The environment variable of the program with the barriers in effect, separated by commas. */
export const heldVariable = 'FURROW_HELD';

export interface LaunchOrder {
  /** The module of the program to run. */
  program: string;
  execArgv: readonly string[];
  reach: Reach;
  /** The parent process, with which it must end. */
  parentId: number;
  /** Maximum memory that it may allocate, on Linux; the system refuses more. */
  maxMegabytes: number;
  /** Number of file descriptors that the program inherits; all others are closed. */
  descriptors: number;
  /** Barriers to leave out, as on a system without them. */
  without?: readonly Barrier[];
}
