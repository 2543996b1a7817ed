import { notFound, Problem, type Resource } from '../errors.ts';
import type { ParserAttempts } from '../parser-attempts.ts';

/**
 * The subject of some work has been deleted, so nothing is left to do for it. Only work lists and leases throw it: any other `notFound` concerns
 * something else. A client of the API receives the 404 of the subject.
 */
export class SubjectGone extends Problem {
  constructor(resource: Resource, id: string) {
    const { message, errorKey } = notFound(resource, id);
    super('notFound', message, { errorKey });
  }
}

/** A user as the subject of work: one worker at a time changes one kind of the user's data. */
export interface UserSubject {
  ownerId: string;
  svcUserId: string;
}

/** A note in a work list. */
export type Noted<Note> = Note & {
  /** Distinguishes this note from a later one of the same name. */
  stamp: string;
  /**
   * Number of deliveries that started on it and have not reported an end: of workers that died, or that are running.
   */
  attempts: number;
};

/** Pending work by subject. A subject is worked on by one worker at a time, such as a user or a part of a table. */
export interface WorkList<Subject, Note> {
  /**
   * Writes notes, replacing earlier ones of the same name, and returns them with their stamps.
   *
   * @throws SubjectGone if the subject has been deleted.
   */
  note(subject: Subject, notes: readonly Note[]): Promise<Noted<Note>[]>;
  /** At most `max` notes, strongly consistent, those with the fewest attempts first. */
  noted(subject: Subject, max: number): Promise<Noted<Note>[]>;
  /** Removes notes, except those that have been written again since they were read. */
  done(subject: Subject, notes: readonly Noted<Note>[]): Promise<void>;
  /** Counts the attempts at a note; no effect if it has been written again. */
  attempts(subject: Subject, note: Noted<Note>): ParserAttempts;
}

/** The exclusive right to work on a subject, until it is ended or expires. */
export interface Lease {
  /** Moves its end so many milliseconds into the future; no effect if another holder has taken it over. */
  extend(milliseconds: number): Promise<void>;
  /**
   * Ends the lease. True if another worker has left its work to the holder meanwhile, so that another round is needed.
   */
  end(): Promise<boolean>;
}

/** Leases of subjects, and subjects whose expected worker did not start or has died. */
export interface Leases<Subject> {
  /**
   * Takes the lease of a subject for a maximum of milliseconds. Undefined if another holder has it; that holder runs
   * another round before it ends.
   *
   * @param holder the delivery of a message. If it is delivered again under its name it takes its lease over, since the
   * former worker is dead.
   * @throws SubjectGone if the subject has been deleted.
   */
  take(subject: Subject, holder: string, milliseconds: number): Promise<Lease | undefined>;
  /** Whether a worker has the lease of a subject at the moment. */
  isHeld(subject: Subject): Promise<boolean>;
  /** Whether a message is under way whose worker will find notes that are written now. */
  isExpected(subject: Subject): Promise<boolean>;
  /** Records that a message arrives by a time (milliseconds since 1970), after which the subject becomes overdue. @throws SubjectGone */
  expect(subject: Subject, until: number): Promise<void>;
  /** Makes a subject overdue at once, because work is left. @throws SubjectGone */
  makeDue(subject: Subject): Promise<void>;
  /** Subjects whose worker did not start, died with its lease, or left work. */
  overdue(): Promise<Subject[]>;
}
