import type { ParserAttempts } from '../parser-attempts.ts';
import type { PointImage } from './image.ts';
import type { MachineProblem } from './problem.ts';

/** The subjects of images. */
export const drawnKinds = ['file', 'operation'] as const;
export type DrawnKind = (typeof drawnKinds)[number];

/**
 * The version of drawings of a file or operation. @param updatedTime when its points were made.
 *
 * The number is that of the images: it is raised when they are drawn in another way, so that older drawings are made again.
 */
export function drawingVersion(updatedTime: string): string {
  return `${updatedTime} 3`;
}

/** Images of a file or an operation that a request asked for, in addition to those of its settings. */
export interface Drawing {
  /** As from `drawingVersion`; images of another version are drawn again. */
  version: string;
  /** From then on (milliseconds since 1970) the next request starts the drawing again, if its worker has died or it failed. */
  askAgainAt: number;
  /** When the drawing ended: with images, unless there is a problem. */
  endedTime?: string;
  images?: PointImage[];
  problem?: MachineProblem;
}

/** How a drawing ended. */
export type DrawingEnd = { endedTime: string } & ({ images: PointImage[] } | FailedWork);

/** The end of work that failed. What failed once may not fail again: a request after `askAgainAt` starts it anew. */
export interface FailedWork {
  problem: MachineProblem;
  askAgainAt: number;
}

/** How long what failed is not tried again. */
const failedMilliseconds = 5 * 60_000;

/** @example await drawings.end(subject, version, { endedTime, ...failedWork(problem, clock.now()) }); */
export function failedWork(problem: MachineProblem, now: number): FailedWork {
  return { problem, askAgainAt: now + failedMilliseconds };
}

/** Whether work has failed, and is not yet to be tried again. */
export function hasFailed<Asked extends Partial<FailedWork>>(asked: Asked, now: number): asked is Asked & FailedWork {
  return asked.problem !== undefined && (asked.askAgainAt ?? 0) > now;
}

/** Seconds until work that failed is tried again. @example retryAfterSecondsOf({ askAgainAt: 61_000 }, 0) // 61 */
export function retryAfterSecondsOf({ askAgainAt }: Pick<FailedWork, 'askAgainAt'>, now: number): number {
  return Math.max(1, Math.ceil((askAgainAt - now) / 1_000));
}

/** The file or operation of a drawing, and its user. */
export interface Subject {
  ownerId: string;
  svcUserId: string;
  id: string;
}

/** Stores work that requests ask for, one for each file or operation. */
export interface AskedWorkStore<Asked, End> {
  get(ownerId: string, id: string): Promise<Asked | undefined>;
  /** True for the one request that has to start the work. Throws `notFound` if the user has been deleted. */
  ask(subject: Subject, version: string, time: { now: number; askAgainAt: number }): Promise<boolean>;
  /** Ends the work; no effect if another version has been requested, or the user has been deleted. */
  end(subject: Subject, version: string, end: End): Promise<void>;
  attempts(subject: Subject, version: string): ParserAttempts;
  remove(ownerId: string, id: string): Promise<void>;
}

/** Stores drawings. */
export type DrawingStore = AskedWorkStore<Drawing, DrawingEnd>;
