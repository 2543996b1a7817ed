import type { ParserAttempts } from '../parser-attempts.ts';
import type { PointImage } from './image.ts';
import type { MachineProblem } from './problem.ts';

/** What images are of. */
export const drawnKinds = ['file', 'operation'] as const;
export type DrawnKind = (typeof drawnKinds)[number];

/** Images that were asked for of a file or an operation, beside those that its settings had made with it. */
export interface Drawing {
  /** When the file or operation was made whose points they show. Of one that was made again they are drawn again. */
  version: string;
  /** From then on (milliseconds since 1970) the next request has them begun once more: their worker may be dead. */
  askAgainAt: number;
  /** They are there, unless there is a problem. */
  endedTime?: string;
  images?: PointImage[];
  problem?: MachineProblem;
}

/** How a drawing ended. */
export type DrawingEnd = { endedTime: string } & ({ images: PointImage[] } | { problem: MachineProblem });

/** Whose file or operation it is. */
export interface Subject {
  ownerId: string;
  svcUserId: string;
  id: string;
}

/** Where it is kept which images were asked for. */
export interface DrawingStore {
  get(ownerId: string, id: string): Promise<Drawing | undefined>;
  /** True for the one request that is to have them drawn. Throws `notFound` when the user has been deleted. */
  ask(subject: Subject, version: string, time: { now: number; askAgainAt: number }): Promise<boolean>;
  /** Without effect when another version is asked for by now, or the user has been deleted. */
  end(subject: Subject, version: string, end: DrawingEnd): Promise<void>;
  attempts(subject: Subject, version: string): ParserAttempts;
  remove(ownerId: string, id: string): Promise<void>;
}
