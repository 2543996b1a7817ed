import type { Clock } from '../../domain/clock.ts';
import type { Slot } from '../../domain/leases/owner-slots.ts';
import type { FoundWork, OwnersWork, WaitingWork } from '../../domain/leases/waiting-work.ts';
import { limits } from '../../domain/limits.ts';
import { environmentNumber } from '../http/environment.ts';
import { comingFirst } from './come-first.ts';
import { holding, type PlaceServices, takeOwn, takePlace, takeShared } from './owner-places.ts';
import type { Message } from './sqs-worker.ts';

/** How many files of one owner one kind of worker reads at once. A laptop, where they share its processors, says fewer. */
export const filesAtOnce = (): number => environmentNumber('FILES_AT_ONCE', limits.filesAtOnce);

/**
 * How many files of all owners one kind of worker reads at once, beside one of an owner that has nothing else: fewer than there are workers, so that one is always free
 * to look at what arrives. A laptop says fewer.
 */
export const workersAtOnce = (): number => environmentNumber('WORKERS_AT_ONCE', limits.workersAtOnce);

/** Waiting work that was begun is left alone by others for this long after the last beat of its worker, as long as a message stays hidden. */
const heldMilliseconds = 90_000;
const heldBeatMilliseconds = 20_000;

/** How long a worker goes on with waiting work: work begun at the end of this time still has most of the fifteen minutes. */
const goesOnMilliseconds = 3 * 60_000;

export interface SlotServices<Asked extends object> extends PlaceServices {
  waiting: WaitingWork<Asked>;
  clock: Clock;
}

/** Waiting work that was taken, with the slot of its owner. */
interface Taken<Asked extends object> {
  slot: Slot;
  found: FoundWork<Asked>;
}

/**
 * Does work in a place of its owner, and then what waits for one, owner by owner. Without a place the work is noted, and the message has
 * done its part: whichever worker has a place goes on with it. Nothing is sent, since Lambda ends chains of messages to the same function.
 *
 * @param run what is thrown for the work of the message itself fails the message; other work is noted again.
 * @example await withinSlots(work, message, (conversion) => convertUpload(conversion, message, services), slotServices);
 */
export async function withinSlots<Asked extends object>(
  work: OwnersWork<Asked>,
  { delivery }: Message,
  run: (message: Asked) => Promise<void>,
  services: SlotServices<Asked>,
): Promise<void> {
  const { waiting, clock } = services;
  const until = clock.now() + goesOnMilliseconds;
  /** Owners whose work has failed here: it is tried by another worker. */
  const failed = new Set<string>();

  /** The owners for which there is something to do, in their turn, with a slot of each. The caller frees it. */
  async function* ownersInTurn(): AsyncGenerator<{ ownerId: string; slot: Slot }> {
    for (const ownerId of await waiting.owners()) {
      if (failed.has(ownerId) || !(await waiting.some(ownerId, delivery))) continue;
      // The worker that has the owner's last slot looks here itself afterwards.
      const slot = await takeOwn(ownerId, delivery, services);
      if (slot) yield { ownerId, slot };
    }
  }

  const nextInTurn = async (): Promise<Taken<Asked> | undefined> => {
    for await (const { ownerId, slot } of ownersInTurn()) {
      const found = await waiting.next(ownerId, delivery, heldMilliseconds);
      if (found) return { slot, found };
      await slot.free();
    }
    return undefined;
  };

  const isSomethingToDo = async (): Promise<boolean> => {
    for await (const { slot } of ownersInTurn()) {
      await slot.free();
      return true;
    }
    return false;
  };

  /** Runs what waits. True if nothing is left for this worker. */
  const workOffLists = async (): Promise<boolean> => {
    while (clock.now() < until) {
      const next = await nextInTurn();
      if (!next) return true;
      const { slot, found } = next;
      await holding([slot], async () => {
        try {
          await waiting.remove(await whileHeld(found, () => run(found.message)));
        } catch (error) {
          console.error({ work: found.id, error });
          failed.add(found.ownerId);
          await waiting.add(found);
        }
      });
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

  const workOffShared = async (): Promise<boolean> => {
    const shared = await takeShared(delivery, services);
    return shared !== undefined && holding(shared.slots, workOffLists);
  };

  const place = await takePlace(work.ownerId, delivery, services);
  let goesOn: boolean;
  if (place) {
    const [own, ...others] = place.slots;
    goesOn = await holding(others, async () => {
      await holding(own ? [own] : [], () => comingFirst(place, () => run(work.message)));
      return place.isKept || workOffLists();
    });
  } else {
    await waiting.add(work);
    // A worker may have freed its place just before the work was noted.
    goesOn = await workOffShared();
  }
  // Conversely, work may have been noted after the last look and before this place was free.
  while (goesOn && (await isSomethingToDo())) goesOn = await workOffShared();
}
