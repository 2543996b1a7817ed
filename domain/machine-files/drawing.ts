import type { ParserAttempts } from '../parser-attempts.ts';
import type { PointImage } from './image.ts';
import type { MachineProblem } from './problem.ts';

/** The subjects of images. */
export const drawnKinds = ['file', 'operation'] as const;
export type DrawnKind = (typeof drawnKinds)[number];

/**
 * The version of drawings of a file or operation. @param updatedTime when its points were made.
 *
 * The number is that of the images: it is raised when more of them are drawn, so that drawings of earlier releases are made again.
 */
export function drawingVersion(updatedTime: string): string {
  return `${updatedTime} 2`;
}

/** Images of a file or an operation that a request asked for, in addition to those of its settings. */
export interface Drawing {
  /** As from `drawingVersion`; images of another version are drawn again. */
  version: string;
  /** From then on (milliseconds since 1970) the next request starts the drawing again, in case its worker has died. */
  askAgainAt: number;
  /** When the drawing ended: with images, unless there is a problem. */
  endedTime?: string;
  images?: PointImage[];
  problem?: MachineProblem;
}

/** How a drawing ended. */
export type DrawingEnd = { endedTime: string } & ({ images: PointImage[] } | { problem: MachineProblem });

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
