import type { OwnerSlots, Slot } from '../../../domain/leases/owner-slots.ts';

/** Workers that wait for listeners which take their time. */
export interface SlowLimits {
  /** For one listener. */
  perListener: number;
  /** For all of them, so that others are always there for listeners that answer swiftly. */
  together: number;
}

/** The right to wait for a slow listener; undefined where as many workers wait as may. */
export interface SlowSlots {
  take(webhookId: string): Promise<(() => Promise<void>) | undefined>;
}

/** A turn of a slow listener takes a minute at most. The slots of a worker that died are free after that. */
const heldMilliseconds = 90_000;

/** The name under which the slots of all listeners together are counted. */
const everyListener = 'every-listener';

/**
 * The slots of this worker. Its simultaneous calls of one listener share a slot, since a slot counts occupied workers, whatever the number of
 * answers that they wait for.
 *
 * @param holder names the worker.
 */
export function slowSlots(slots: OwnerSlots, { perListener, together }: SlowLimits, holder: string): SlowSlots {
  const held = new Map<string, { slot: Promise<Slot | undefined>; users: number }>();

  const share = async (key: string, count: number): Promise<(() => Promise<void>) | undefined> => {
    const known = held.get(key) ?? { slot: taken(slots.take(key, count, heldMilliseconds, holder)), users: 0 };
    held.set(key, known);
    known.users += 1;
    const leave = async () => {
      known.users -= 1;
      if (known.users > 0) return;
      if (held.get(key) === known) held.delete(key);
      await (await known.slot)?.free();
    };
    const slot = await known.slot;
    if (slot) return leave;
    await leave();
    return undefined;
  };

  return {
    async take(webhookId) {
      const own = await share(webhookId, perListener);
      if (!own) return undefined;
      const common = await share(everyListener, together);
      if (!common) {
        await own();
        return undefined;
      }
      return async () => {
        await Promise.all([own(), common()]);
      };
    },
  };
}

/** A slot that could not be asked for is none. */
function taken(slot: Promise<Slot | undefined>): Promise<Slot | undefined> {
  return slot.catch((error: unknown) => {
    console.error({ error });
    return undefined;
  });
}
