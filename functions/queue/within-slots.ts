import type { Clock } from '../../domain/clock.ts';
import type { OwnerSlots, Slot } from '../../domain/leases/owner-slots.ts';
import type { FoundWork, OwnersWork, WaitingWork } from '../../domain/leases/waiting-work.ts';
import { limits } from '../../domain/limits.ts';
import { environmentNumber } from '../http/environment.ts';
import type { Message } from './sqs-worker.ts';

/** How many files of one owner one kind of worker reads at once. A laptop, where they share its processors, says fewer. */
export const filesAtOnce = (): number => environmentNumber('FILES_AT_ONCE', limits.filesAtOnce);

/** A worker that has not extended its slot for this long is taken for dead, and the slot is free. */
const slotMilliseconds = 30_000;
const beatMilliseconds = 10_000;

/** Waiting work that was begun is left alone by others for this long after the last beat of its worker, as long as a message stays hidden. */
const heldMilliseconds = 90_000;
const heldBeatMilliseconds = 20_000;

/** How long a worker goes on with waiting work: work begun at the end of this time still has most of the fifteen minutes. */
const goesOnMilliseconds = 3 * 60_000;

export interface SlotServices<Asked extends object> {
  slots: OwnerSlots;
  waiting: WaitingWork<Asked>;
  /** Slots of each owner. */
  filesAtOnce: number;
  clock: Clock;
}

/**
 * Does work in a slot of its owner, and then what else of the owner's waits for one. Without a slot the work is noted, and the message has
 * done its part: whichever worker has a slot goes on with it. Nothing is sent, since Lambda ends chains of messages to the same function.
 *
 * @param run what is thrown for the work of the message itself fails the message; other work is noted again.
 * @example await withinSlots(work, message, (conversion) => convertUpload(conversion, message, services), slotServices);
 */
export async function withinSlots<Asked extends object>(
  work: OwnersWork<Asked>,
  { delivery }: Message,
  run: (message: Asked) => Promise<void>,
  { slots, waiting, filesAtOnce, clock }: SlotServices<Asked>,
): Promise<void> {
  const { ownerId } = work;
  const until = clock.now() + goesOnMilliseconds;
  const take = () => slots.take(ownerId, filesAtOnce, slotMilliseconds, delivery);

  /** Runs the work on the owner's list. True if it is empty afterwards. */
  const workOffList = async (): Promise<boolean> => {
    while (clock.now() < until) {
      const next = await waiting.next(ownerId, delivery, heldMilliseconds);
      if (!next) return true;
      try {
        await waiting.remove(await whileHeld(next, () => run(next.message)));
      } catch (error) {
        console.error({ work: next.id, error });
        await waiting.add(next);
        return false;
      }
    }
    return false;
  };

  /** Runs waiting work that is held meanwhile. @returns the work as it is found afterwards. */
  const whileHeld = async (found: FoundWork<Asked>, done: () => Promise<void>): Promise<FoundWork<Asked>> => {
    let held = found;
    let last: Promise<void> = Promise.resolve();
    const beat = async () => {
      held = (await waiting.hold(held, delivery, heldMilliseconds)) ?? held;
    };
    // A beat that fails is made up for by the next.
    const next = () => {
      last = last.then(beat).catch((error: unknown) => console.error({ work: found.id, error }));
    };
    const timer = setInterval(next, heldBeatMilliseconds);
    try {
      await done();
    } finally {
      clearInterval(timer);
      await last;
    }
    return held;
  };

  let own: OwnersWork<Asked> | undefined = work;
  let slot = await take();
  if (!slot) {
    await waiting.add(work);
    own = undefined;
    // A worker may have freed its slot just before the work was noted, without having seen it.
    slot = await take();
  }
  while (slot) {
    const isDone = await holding(slot, async () => {
      if (own) await run(own.message);
      own = undefined;
      return workOffList();
    });
    // Conversely, work may have been noted after the last look and before this slot was free.
    slot = isDone && (await waiting.some(ownerId, delivery)) ? await take() : undefined;
  }
}

/** A slot is extended while the work goes on, and free afterwards. */
async function holding<T>(slot: Slot, work: () => Promise<T>): Promise<T> {
  // A beat that fails is made up for by the next.
  const beat = () => void slot.extend(slotMilliseconds).catch((error: unknown) => console.error({ error }));
  const timer = setInterval(beat, beatMilliseconds);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    await slot.free();
  }
}
