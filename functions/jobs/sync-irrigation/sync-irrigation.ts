import { ProviderProblem } from '../../../domain/sync/provider-problem.ts';
import { runExclusively, workOff } from '../../../domain/work/coalesced-work.ts';
import type { Noted, UserSubject } from '../../../domain/work/work-stores.ts';
import { attemptOf, type Message, RetryLater } from '../../queue/sqs-worker.ts';
import { unlessDeleted } from '../../queue/unless-deleted.ts';
import { cutField } from './cut-field.ts';
import { followAccount } from './follow-account.ts';
import type { IrrigationMessage } from './messages.ts';
import { type IrrigationNote, type IrrigationServices, nameOf } from './services.ts';

/** Enough to finish the day that is under way, and to say where to go on. */
const stopBeforeEndMilliseconds = 60_000;
const retryAfterSeconds = 60;
const maxRetrySeconds = 15 * 60;
const notesAtOnce = 20;
/** More than a user has accounts and changed fields at once. */
const maxNotes = 1_000;

/**
 * Reads the irrigation of a user's accounts, and cuts what is there at fields that have changed. Work of a user goes one after the other; what a message asks for is noted
 * first, so that an interrupted worker's successor does it. Idempotent.
 */
export async function syncIrrigation(
  { ownerId, svcUserId, follow, cut }: IrrigationMessage,
  message: Message,
  services: IrrigationServices,
): Promise<void> {
  const user = { ownerId, svcUserId };
  const attempt = attemptOf(message, stopBeforeEndMilliseconds);
  await unlessDeleted(async () => {
    if (follow !== undefined) await noteOnce(user, { follow, since: services.clock.now() }, message, services);
    // Most users whose fields change have no irrigation.
    if (cut !== undefined) {
      const machines = await services.store.allEquipment(ownerId, svcUserId);
      if (machines.length === 0) return;
      await noteOnce(user, { cut }, message, services);
    }
    await runExclusively(user, attempt, services.leases, () =>
      workOff(services.list, user, attempt, notesAtOnce, async (noted) => {
        const { done, failure } = await workOn(user, noted, { hasTime: attempt.hasTime, message }, services);
        if (failure) throw new RetryLater(failure.message, delayOf(failure), { cause: failure });
        return done;
      }),
    );
  });
}

/** Notes the work of a message. One that comes again has noted it before, and goes on with it. */
async function noteOnce(
  user: UserSubject,
  note: IrrigationNote,
  { attempt }: Message,
  { list }: IrrigationServices,
): Promise<void> {
  const isSame = (one: IrrigationNote) => nameOf(one) === nameOf(note);
  if (attempt > 1 && (await list.noted(user, maxNotes)).some(isSame)) return;
  await list.note(user, [note]);
}

const delayOf = ({ retryAfterSeconds: asked = retryAfterSeconds }: ProviderProblem) => Math.min(asked, maxRetrySeconds);

/** The notes that are done; those that there was no time for stay. Fields go first: they ask no provider. */
async function workOn(
  user: UserSubject,
  noted: readonly Noted<IrrigationNote>[],
  { hasTime, message }: { hasTime(): boolean; message: Message },
  services: IrrigationServices,
): Promise<{ done: Noted<IrrigationNote>[]; failure?: ProviderProblem }> {
  const done: Noted<IrrigationNote>[] = [];
  for (const note of noted.filter((one) => 'cut' in one)) {
    if (!('cut' in note)) continue;
    if (!(await cutField(user, note, hasTime, services))) return { done };
    done.push(note);
  }
  for (const note of noted) {
    if (!('follow' in note)) continue;
    try {
      if (!(await followAccount(user, note, hasTime, services))) return { done };
    } catch (error) {
      if (!(error instanceof ProviderProblem)) throw error;
      console.warn({ svcUserId: user.svcUserId, provider: note.follow, kind: error.kind, message: error.message });
      // The next scheduled round asks again.
      if (error.passes && !message.lastAttempt) {
        await services.list.done(user, done);
        return { done, failure: error };
      }
    }
    done.push(note);
  }
  return { done };
}
