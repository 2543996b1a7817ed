import type { Clock } from '../../../domain/clock.ts';
import { type CircuitState, passage } from '../../../domain/transport/circuit.ts';
import type { Gate, GateStore } from '../../../domain/transport/gates.ts';
import { type Taken, takePermits } from '../../../domain/transport/permits.ts';
import { windowsOf } from '../../../domain/transport/rate.ts';

export interface PaceServices {
  store: GateStore;
  clock: Clock;
  wait(milliseconds: number): Promise<void>;
}

/** Permits of one owner at one gate, taken in batches for the requests of this process. */
export interface PermitPool {
  /** Uses a permit, waiting for one until `deadline`; otherwise the time at which to ask again. */
  take(deadline: number): Promise<number | undefined>;
  /** Gives up the permits that are left. */
  drop(): void;
  /** The circuit as this process last saw it. */
  circuit: CircuitState | undefined;
}

/** So many permits are taken at once, if that many were used in the window before. */
const maxBatch = 32;
/** Pools that a process remembers. */
const maxPools = 2_000;
/** When too many instances collide at a gate. */
const collisionMilliseconds = 200;

export function permitPools(services: PaceServices): (gate: Gate, ownerId: string) => PermitPool {
  const pools = new Map<string, PermitPool>();
  return (gate, ownerId) => {
    const key = `${gate.name}\n${ownerId}`;
    const known = pools.get(key);
    if (known) return known;
    const oldest = pools.keys().next();
    if (pools.size >= maxPools && !oldest.done) pools.delete(oldest.value);
    const made = permitPool(gate, ownerId, services);
    pools.set(key, made);
    return made;
  };
}

function permitPool(gate: Gate, ownerId: string, { store, clock, wait }: PaceServices): PermitPool {
  const windows = windowsOf(gate.rate);
  let [left, end, used, usedBefore, waiting] = [0, 0, 0, 0, 0];
  let turn: Promise<unknown> = Promise.resolve();

  /** Takes a batch; undefined when there is a permit now, otherwise when to ask again. */
  const refill = async (): Promise<number | undefined> => {
    const now = clock.now();
    if (left > 0 && now < end) return undefined;
    if (now >= end) [usedBefore, used] = [used, 0];
    let taken: Taken | undefined;
    let openUntil: number | undefined;
    const want = Math.min(Math.max(waiting, usedBefore - used, 1), maxBatch);
    const gateNow = await store.change(gate.name, (before) => {
      const passed = passage(before.circuit, now);
      openUntil = passed.kind === 'open' ? passed.until : undefined;
      taken = undefined;
      if (passed.kind === 'open') return undefined;
      taken = takePermits(before.permits, ownerId, passed.kind === 'trying' ? 1 : want, now, windows);
      const isNew = before.permits?.asking[ownerId] !== taken.state.window;
      if (taken.granted === 0 && !isNew) return undefined;
      return {
        ...before,
        permits: taken.state,
        ...(passed.kind === 'trying' && taken.granted > 0 && { circuit: passed.state }),
      };
    });
    pool.circuit = gateNow?.circuit;
    if (openUntil !== undefined) return openUntil;
    if (!gateNow || !taken) return clock.now() + collisionMilliseconds;
    if (taken.granted === 0) return taken.until;
    [left, end] = [taken.granted, taken.until];
    return undefined;
  };

  const takeInTurn = async (deadline: number): Promise<number | undefined> => {
    for (;;) {
      const until = await refill();
      // A batch whose window ended while it was written is lost: its permits are for that window.
      if (until === undefined && clock.now() < end) {
        left -= 1;
        used += 1;
        return undefined;
      }
      if (until !== undefined && until > deadline) return until;
      if (until !== undefined) await wait(Math.max(1, until - clock.now()));
    }
  };

  const pool: PermitPool = {
    async take(deadline) {
      waiting += 1;
      // One batch at a time; those that wait use it too.
      const taking = turn
        .then(() => takeInTurn(deadline))
        .finally(() => {
          waiting -= 1;
        });
      turn = taking.catch(() => undefined);
      return taking;
    },
    drop() {
      left = 0;
    },
    circuit: undefined,
  };
  return pool;
}
