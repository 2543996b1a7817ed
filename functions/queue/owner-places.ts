import type { OwnerSlots, Slot } from '../../domain/leases/owner-slots.ts';
import type { WaitingWork } from '../../domain/leases/waiting-work.ts';

/** A worker that has not extended its slots for this long is taken for dead, and they are free. */
const slotMilliseconds = 30_000;
const beatMilliseconds = 10_000;

/** Under these names are the slots that all owners share, and the one that is kept for an owner that has nothing. No owner has such an id. */
const [everyone, newcomer] = ['everyone', 'newcomer'];

export interface PlaceServices {
  slots: OwnerSlots;
  /** Whether more waits than what asks for a place. */
  waiting: Pick<WaitingWork, 'some'>;
  /** Slots of each owner. */
  filesAtOnce: number;
  /** Slots of all owners together, beside the one that is kept. */
  workersAtOnce: number;
}

/** Slots that a worker holds: it extends them while it works. */
export interface Place {
  /** One of those that are kept for owners without anything: its worker does not go on with the work of others. */
  isKept: boolean;
  slots: Slot[];
}

/**
 * Takes a slot of an owner and one of those that all share. Where these are taken, an owner for which nothing runs or waits gets the one that is kept.
 *
 * @param holder gets the slots that it holds already.
 */
export async function takePlace(ownerId: string, holder: string, services: PlaceServices): Promise<Place | undefined> {
  const { slots, waiting, filesAtOnce } = services;
  const own = await slots.take(ownerId, filesAtOnce, slotMilliseconds, holder);
  if (!own) return undefined;
  const shared = await takeShared(holder, services);
  if (shared) return { isKept: false, slots: [own, ...shared.slots] };
  const isNew = own.isOnly && !(await waiting.some(ownerId, holder));
  const kept = isNew ? await slots.take(newcomer, 1, slotMilliseconds, holder) : undefined;
  if (kept) return { isKept: true, slots: [own, kept] };
  await own.free();
  return undefined;
}

/** Takes one of the slots that all owners share, to go on with waiting work. */
export async function takeShared(
  holder: string,
  { slots, workersAtOnce }: Pick<PlaceServices, 'slots' | 'workersAtOnce'>,
): Promise<Place | undefined> {
  const slot = await slots.take(everyone, workersAtOnce, slotMilliseconds, holder);
  return slot && { isKept: false, slots: [slot] };
}

/** Takes a slot of an owner alone, for a worker that has a place already. */
export function takeOwn(
  ownerId: string,
  holder: string,
  { slots, filesAtOnce }: Pick<PlaceServices, 'slots' | 'filesAtOnce'>,
) {
  return slots.take(ownerId, filesAtOnce, slotMilliseconds, holder);
}

/** Slots are extended while the work goes on, and free afterwards. */
export async function holding<T>(slots: Slot[], work: () => Promise<T>): Promise<T> {
  // A beat that fails is made up for by the next.
  const extend = (slot: Slot) => slot.extend(slotMilliseconds).catch((error: unknown) => console.error({ error }));
  const timer = setInterval(() => void slots.map(extend), beatMilliseconds);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    for (const slot of slots) await slot.free();
  }
}
