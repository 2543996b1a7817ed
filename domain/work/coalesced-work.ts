import type { Clock } from '../clock.ts';
import { type Leases, type Noted, SubjectGone, type WorkList } from './work-stores.ts';

/*
 * Coalesced work: many changes, one round of work. A change is noted; one worker at a time processes all notes of a subject, and checks for
 * new ones before it ends; if time runs out, another worker continues. An area that needs this has a subject, a note, the items that store
 * them (`workList` and `leases` of `adapters/aws/dynamodb/work`), and the work. It calls `noteWork` when it receives a change,
 * `runExclusively` and `workOff` in the worker of its queue, and `sendOverdue` in the sweep.
 *
 * Guarantee: after the last note of a subject, some worker has read that note and reported its end, in spite of messages delivered twice or
 * out of order, and of killed workers. Requirements:
 *
 * - A change is noted while a message or stream record is handled, which is delivered again if its handler dies.
 * - The work is idempotent, and is done from the current records: a note names a key to check and contains no data.
 * - Results are written conditionally (on a revision, or on the state that they were made from). A lease expires, and a slow holder may
 *   still write after its successor; the stamps and holders of this module prevent such a write to their own items.
 *
 * A round without a list of its own, such as following a provider, uses only `runExclusively`.
 */

/** One delivery of a message to a worker. */
export interface Attempt {
  /** The id of the delivery. */
  holder: string;
  /** Duration of the worker's lease: as long as the worker may run, or less for one that extends it while it works. */
  leaseMilliseconds(): number;
  /** Does work and extends the lease meanwhile. Without it the lease ends by itself. */
  whileHeld?<T>(extend: () => Promise<void>, work: () => Promise<T>): Promise<T>;
  /** Whether there is time for another round. */
  hasTime(): boolean;
}

/** The leases of workers, and the queue of their messages. */
export interface Sending<Subject> {
  leases: Pick<Leases<Subject>, 'expect' | 'makeDue' | 'overdue'>;
  /** Sends the message whose worker does the work. */
  send(subject: Subject, delaySeconds: number): Promise<void>;
  clock: Clock;
}

/** Work for which one message is sent for all notes until the worker starts. */
export interface Noting<Subject, Note> extends Sending<Subject> {
  list: Pick<WorkList<Subject, Note>, 'note'>;
  leases: Pick<Leases<Subject>, 'isExpected' | 'expect' | 'makeDue' | 'overdue'>;
}

/**
 * Notes changes of a subject and requests a worker, once for all notes until it starts. Without a delay a worker is
 * requested at once, even if another is expected later.
 *
 * @example
 * // In the handler of a stream or a queue; all changes of twenty seconds are processed together:
 * await noteWork(metering, { ownerId, day }, [{ fileId }], 20);
 */
export async function noteWork<Subject, Note>(
  work: Noting<Subject, Note>,
  subject: Subject,
  notes: readonly Note[],
  delaySeconds = 0,
): Promise<void> {
  await work.list.note(subject, notes);
  // Checked after the note is written: a worker that is still expected will find the note.
  if (delaySeconds === 0 || !(await work.leases.isExpected(subject))) await sendFor(subject, delaySeconds, work);
}

/**
 * Requests workers for all overdue subjects, and returns their number.
 *
 * @example
 * // In the sweep, every minute:
 * await sendOverdue({ leases, send: (subject) => queue.send(subject), clock });
 */
export async function sendOverdue<Subject>(work: Sending<Subject>): Promise<number> {
  const overdue = await work.leases.overdue();
  for (const subject of overdue) {
    await sendFor(subject, 0, work).catch((error: unknown) => {
      // The subject was deleted meanwhile; its data is erased.
      if (!(error instanceof SubjectGone)) throw error;
    });
  }
  return overdue.length;
}

async function sendFor<Subject>(
  subject: Subject,
  delaySeconds: number,
  { leases, send, clock }: Sending<Subject>,
): Promise<void> {
  // Recorded before the message is sent: otherwise a worker that starts at once would still be expected.
  await leases.expect(subject, clock.now() + delaySeconds * 1000);
  try {
    await send(subject, delaySeconds);
  } catch (error) {
    await leases.makeDue(subject);
    throw error;
  }
}

/**
 * Runs rounds of work on a subject under a lease, and repeats as long as other workers arrive: a worker that finds the
 * lease taken leaves its work to the holder. If time runs out or a round fails, the sweep requests another worker.
 *
 * @param round one round; returns false if time ran out before all work was done.
 * @example
 * // In the worker of the queue:
 * const attempt = attemptOf(message, 60_000);
 * await runExclusively(subject, attempt, leases, () =>
 *   workOff(list, subject, attempt, 100, (noted) => countAreas(subject, noted)),
 * );
 */
export async function runExclusively<Subject>(
  subject: Subject,
  { holder, leaseMilliseconds, hasTime, whileHeld = (_, work) => work() }: Attempt,
  leases: Pick<Leases<Subject>, 'take' | 'makeDue'>,
  round: () => Promise<boolean>,
): Promise<void> {
  for (;;) {
    const lease = await leases.take(subject, holder, leaseMilliseconds());
    if (!lease) return;
    let isFinished = false;
    try {
      isFinished = await whileHeld(() => lease.extend(leaseMilliseconds()), round);
    } catch (error) {
      // The queue delivers this worker's message again, but not those of workers that left their work to it.
      if (await lease.end()) await leases.makeDue(subject);
      throw error;
    }
    const isAsked = await lease.end();
    if (isFinished && !isAsked) return;
    if (!isFinished || !hasTime()) return leases.makeDue(subject);
  }
}

/**
 * Processes all notes, including those added meanwhile. False if time ran out.
 *
 * @param max maximum notes that are processed together.
 * @param work returns the notes that it has processed, if not all.
 * @example await workOff(list, subject, attempt, 100, (noted) => countAreas(subject, noted)); // false if time ran out
 */
export async function workOff<Subject, Note>(
  list: Pick<WorkList<Subject, Note>, 'noted' | 'done'>,
  subject: Subject,
  { hasTime }: Pick<Attempt, 'hasTime'>,
  max: number,
  work: (noted: Noted<Note>[]) => Promise<Noted<Note>[] | undefined>,
): Promise<boolean> {
  for (;;) {
    const noted = await list.noted(subject, max);
    if (noted.length === 0) return true;
    if (!hasTime()) return false;
    await list.done(subject, (await work(noted)) ?? noted);
  }
}
