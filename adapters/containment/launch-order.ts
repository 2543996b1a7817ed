import type { Reach } from './linux/landlock.ts';

/** What keeps a process from everything but its work. A system may lack one or the other. */
export const barriers = ['files', 'calls', 'parent'] as const;
export type Barrier = (typeof barriers)[number];

/** What a launcher is told, as JSON in this variable of its environment. */
export const orderVariable = 'FURROW_LAUNCH';
/** The barriers that hold, with commas between them, in this variable of the program's environment. */
export const heldVariable = 'FURROW_HELD';

export interface LaunchOrder {
  /** The program to become, a module. */
  program: string;
  execArgv: readonly string[];
  reach: Reach;
  /** The process that it must not outlive. */
  parentId: number;
  /** The most memory that it may ask for, on Linux; what lies above is refused by the system. */
  maxMegabytes: number;
  /** The descriptors that the program gets; all others are closed. */
  descriptors: number;
  /** Barriers to leave out, as on a system without them. */
  without?: readonly Barrier[];
}
