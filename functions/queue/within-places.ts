import type { Clock } from '../../domain/clock.ts';
import type { OwnerPlaces, Place } from '../../domain/turns/owner-places.ts';
import type { OwnersWork, WaitingWork } from '../../domain/turns/waiting-work.ts';
import { environmentNumber } from '../http/environment.ts';
import type { Message } from './sqs-worker.ts';

/** Out of the ten workers of each kind. */
const usualFilesAtOnce = 4;

/** How many files of one owner one kind of worker reads at once. A laptop, where they share its processors, says fewer. */
export const filesAtOnce = (): number => environmentNumber('FILES_AT_ONCE', usualFilesAtOnce);

/** A worker that has not extended its place for this long is taken for dead, and the place is free. */
const placeMilliseconds = 30_000;
const beatMilliseconds = 10_000;

/** Work that was begun is held until Lambda would have ended its worker, and a minute more. */
const heldMilliseconds = 16 * 60_000;

/** How long a worker goes on with waiting work: work begun at the end of this time still has most of the fifteen minutes. */
const goesOnMilliseconds = 3 * 60_000;

export interface PlaceServices<Asked extends object> {
  places: OwnerPlaces;
  waiting: WaitingWork<Asked>;
  /** Places of each owner. */
  filesAtOnce: number;
  clock: Clock;
}

/**
 * Does work in a place of its owner, and then what else of the owner's waits for one. Without a place the work is noted, and the message has
 * done its part: whichever worker has a place goes on with it. Nothing is sent, since Lambda ends chains of messages to the same function.
 *
 * @param run what is thrown for the work of the message itself fails the message; other work is noted again.
 */
export async function withinPlaces<Asked extends object>(
  work: OwnersWork<Asked>,
  { delivery }: Message,
  run: (message: Asked) => Promise<void>,
  { places, waiting, filesAtOnce, clock }: PlaceServices<Asked>,
): Promise<void> {
  const { ownerId } = work;
  const until = clock.now() + goesOnMilliseconds;
  const take = () => places.take(ownerId, filesAtOnce, placeMilliseconds, delivery);

  /** Goes on with the owner's list. True when nothing was left on it. */
  const goOn = async (): Promise<boolean> => {
    while (clock.now() < until) {
      const next = await waiting.next(ownerId, delivery, heldMilliseconds);
      if (!next) return true;
      try {
        await run(next.message);
        await waiting.remove(next);
      } catch (error) {
        console.error({ work: next.id, error });
        await waiting.add(next);
        return false;
      }
    }
    return false;
  };

  let own: OwnersWork<Asked> | undefined = work;
  let place = await take();
  if (!place) {
    await waiting.add(work);
    own = undefined;
    // A worker may have freed its place just before the work was noted, without having seen it.
    place = await take();
  }
  while (place) {
    const isDone = await holding(place, async () => {
      if (own) await run(own.message);
      own = undefined;
      return goOn();
    });
    // Conversely, work may have been noted after the last look and before this place was free.
    place = isDone && (await waiting.some(ownerId, delivery)) ? await take() : undefined;
  }
}

/** A place is extended while the work goes on, and free afterwards. */
async function holding<T>(place: Place, work: () => Promise<T>): Promise<T> {
  // A beat that fails is made up for by the next.
  const beat = () => void place.extend(placeMilliseconds).catch((error: unknown) => console.error({ error }));
  const timer = setInterval(beat, beatMilliseconds);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    await place.free();
  }
}
