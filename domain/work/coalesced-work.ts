import type { Clock } from '../clock.ts';
import { Problem } from '../errors.ts';
import type { Leases, Noted, WorkList } from './work-stores.ts';

/*
 * Coalesced work: many changes, few looks. A change is noted; one worker at a time takes all that is noted for a subject; it looks again
 * before it ends; what time is too short for comes back later. An area that needs this brings a subject, a note, the items that hold them
 * (`workList` and `leases` of `adapters/aws/dynamodb/work`), and the work. It calls `noteWork` where it hears of a change, `runExclusively`
 * and `workOff` in the worker of its queue, and `sendOverdue` in the sweep.
 *
 * What the module promises: after the last note of a subject, some worker has read that note and told its end, whatever was delivered
 * twice, overtaken or killed before. What it asks for in return:
 *
 * - Noting is part of handling a message or a stream record, which comes again when its handler dies.
 * - The work bears being done twice, and is done from the records as they are now: a note says where to look, not what is true.
 * - What the work publishes is written on a condition (a revision, what it was made from). A lease ends by its time, and a holder that
 *   was only slow may still write after its successor; the stamps and holders of this module refuse such a write in their own items.
 *
 * A round without a list of its own, such as following a provider, uses `runExclusively` alone.
 */

/** One delivery of a message to a worker. */
export interface Attempt {
  /** Names the delivery. */
  holder: string;
  /** How long the worker's lease lasts: longer than the worker. */
  leaseMilliseconds(): number;
  /** Whether there is time to begin more. */
  hasTime(): boolean;
}

/** The leases of workers, and how a worker is sent for. */
export interface Sending<Subject> {
  leases: Pick<Leases<Subject>, 'expect' | 'makeDue' | 'overdue'>;
  /** Sends the message whose worker does the work. */
  send(subject: Subject, delaySeconds: number): Promise<void>;
  clock: Clock;
}

/** Work for which one message is sent for all that is noted until it comes. */
export interface Noting<Subject, Note> extends Sending<Subject> {
  list: Pick<WorkList<Subject, Note>, 'note'>;
  leases: Pick<Leases<Subject>, 'isExpected' | 'expect' | 'makeDue' | 'overdue'>;
}

/**
 * Notes changes of a subject and has a worker come, once for all that is noted until it does. Without a delay a worker comes at once, even
 * if another is expected later.
 *
 * @example
 * // In the handler of a stream or a queue; all changes of twenty seconds become one look:
 * await noteWork(metering, { ownerId, day }, [{ fileId }], 20);
 */
export async function noteWork<Subject, Note>(
  work: Noting<Subject, Note>,
  subject: Subject,
  notes: readonly Note[],
  delaySeconds = 0,
): Promise<void> {
  await work.list.note(subject, notes);
  // Asked after the note is written: a worker that is still expected then finds it.
  if (delaySeconds === 0 || !(await work.leases.isExpected(subject))) await sendFor(subject, delaySeconds, work);
}

/**
 * Sends for every subject where a worker is missing; answers for how many.
 *
 * @example
 * // In the sweep, every minute:
 * await sendOverdue({ leases, send: (subject) => queue.send(subject), clock });
 */
export async function sendOverdue<Subject>(work: Sending<Subject>): Promise<number> {
  const overdue = await work.leases.overdue();
  for (const subject of overdue) {
    await sendFor(subject, 0, work).catch((error: unknown) => {
      // Deleted since it was found: what is left of it is erased.
      if (!(error instanceof Problem && error.kind === 'notFound')) throw error;
    });
  }
  return overdue.length;
}

async function sendFor<Subject>(
  subject: Subject,
  delaySeconds: number,
  { leases, send, clock }: Sending<Subject>,
): Promise<void> {
  // Recorded before the message is sent: a worker that starts at once would otherwise be expected once more.
  await leases.expect(subject, clock.now() + delaySeconds * 1000);
  try {
    await send(subject, delaySeconds);
  } catch (error) {
    await leases.makeDue(subject);
    throw error;
  }
}

/**
 * Does rounds of work on a subject while no other worker does, as long as others come meanwhile: a worker that finds the lease taken
 * leaves the work to its holder. The sweep sends for what time is too short for, and for what others left to a round that failed.
 *
 * @param round false when time was too short for all.
 * @example
 * // In the worker of the queue:
 * const attempt = attemptOf(message, 60_000);
 * await runExclusively(subject, attempt, leases, () =>
 *   workOff(list, subject, attempt, 100, (noted) => countAreas(subject, noted)),
 * );
 */
export async function runExclusively<Subject>(
  subject: Subject,
  { holder, leaseMilliseconds, hasTime }: Attempt,
  leases: Pick<Leases<Subject>, 'take' | 'makeDue'>,
  round: () => Promise<boolean>,
): Promise<void> {
  for (;;) {
    const lease = await leases.take(subject, holder, leaseMilliseconds());
    if (!lease) return;
    let isFinished = false;
    try {
      isFinished = await round();
    } catch (error) {
      // The message of this worker comes again, unless it was the last time: those of the others are gone.
      if (await lease.end()) await leases.makeDue(subject);
      throw error;
    }
    const isAsked = await lease.end();
    if (isFinished && !isAsked) return;
    if (!isFinished || !hasTime()) return leases.makeDue(subject);
  }
}

/**
 * Works on all that is noted, until nothing is: what is noted meanwhile is looked at too. False when time was too short for all.
 *
 * @param max notes that are worked on together.
 * @param work answers the notes that it has dealt with, where they are not those that it was given.
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
