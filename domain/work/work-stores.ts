import type { ParserAttempts } from '../parser-attempts.ts';

/** A user as the subject of work: one worker at a time changes the user's data of a kind. */
export interface UserSubject {
  ownerId: string;
  svcUserId: string;
}

/** A note as a work list has it. */
export type Noted<Note> = Note & {
  /** Tells this note from a later one of the same name. */
  stamp: string;
  /** Deliveries that began to work on it and have told no end: each is a worker that died, or is at work. */
  attempts: number;
};

/** What is to be done for each subject. A subject is what one worker at a time works on, such as a user or a part of a table. */
export interface WorkList<Subject, Note> {
  /**
   * Writes notes, each over an earlier one of the same name, and answers them with their stamps. Throws `notFound` when the subject has
   * been deleted.
   */
  note(subject: Subject, notes: readonly Note[]): Promise<Noted<Note>[]>;
  /** At most so many notes as they are at this moment, those first on which fewest workers died; none when nothing is to be done. */
  noted(subject: Subject, max: number): Promise<Noted<Note>[]>;
  /** Takes notes off the list, without those that have been written again since they were read. */
  done(subject: Subject, notes: readonly Noted<Note>[]): Promise<void>;
  /** Counts the workers that die of a note; without effect on one that has been written again. */
  attempts(subject: Subject, note: Noted<Note>): ParserAttempts;
}

/** The right to work on a subject alone, until it ends or its time is over. */
export interface Lease {
  /** Gives the lease back. True when another worker came meanwhile and left the work to the holder, who then looks again. */
  end(): Promise<boolean>;
}

/** Leases of subjects: which worker holds which, and which subjects lack a worker that was sent for and did not come, or that died. */
export interface Leases<Subject> {
  /**
   * The lease of a subject, for so many milliseconds at most. Undefined when another holder has it: that holder is told, and looks
   * again before it ends. Throws `notFound` when the subject has been deleted.
   *
   * @param holder the delivery of a message. One that comes again under its name takes its lease over, since the worker that had it is dead.
   */
  take(subject: Subject, holder: string, milliseconds: number): Promise<Lease | undefined>;
  /** Whether a message is on its way whose worker will find what is noted now. */
  isExpected(subject: Subject): Promise<boolean>;
  /** Records that a message comes by then (milliseconds since 1970). A while after that the subject is overdue. */
  expect(subject: Subject, until: number): Promise<void>;
  /** Makes a subject overdue at once: work is left on it. */
  makeDue(subject: Subject): Promise<void>;
  /** Subjects whose worker did not come, died with its lease, or left work. */
  overdue(): Promise<Subject[]>;
}
