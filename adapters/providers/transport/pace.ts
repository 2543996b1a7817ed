import { afterFailure, circuitRules } from '../../../domain/transport/circuit.ts';
import type { Gate } from '../../../domain/transport/gates.ts';
import { type Failure, failed, type Outcome } from '../../../domain/transport/outcome.ts';
import { pausedGate } from '../../../domain/transport/permits.ts';
import { type PaceServices, type PermitPool, permitPools } from './permit-pool.ts';
import type { Pace } from './transport.ts';

/** Longer than that a request is not held back within a worker; its message comes again. */
const maxHeldMilliseconds = 5_000;
/** For a provider that asks for fewer calls without saying for how long. */
const usualPauseSeconds = 60;

/** Failures that say something about a provider, and nothing about the account. */
const ofProvider = new Set(['unreachable', 'late', 'broken', 'failing']);

export interface Paced {
  /** The name of the provider in messages. */
  name: string;
  /** The owner of the account: owners share the gate of a provider. */
  ownerId: string;
  gates: readonly Gate[];
}

/**
 * Paces requests by gates and circuits that all instances share. Permits are taken in batches, and a circuit is written when something fails; a request that goes well costs a
 * part of a batch and nothing else.
 *
 * @example const pace = pacing({ store: gateStore(credentials, clock, random), clock, wait }).of({ name: 'John Deere', ownerId, gates });
 */
export function pacing(services: PaceServices) {
  const pools = permitPools(services);
  return { of: (paced: Paced): Pace => paceOf(paced, pools, services) };
}

function paceOf(
  { name, ownerId, gates }: Paced,
  pools: (gate: Gate, ownerId: string) => PermitPool,
  services: PaceServices,
): Pace {
  const { store, clock } = services;
  return {
    async pass() {
      const deadline = clock.now() + maxHeldMilliseconds;
      for (const gate of gates) {
        const until = await pools(gate, ownerId).take(deadline);
        if (until !== undefined) return held(name, until - clock.now());
      }
      return undefined;
    },

    async ended(outcome) {
      const failure = outcome.kind === 'failed' ? outcome.failure : undefined;
      if (failure?.kind === 'rateLimited') {
        // The account's own gate, if it has one: others of the same provider may go on.
        const [gate] = gates;
        const until = clock.now() + (failure.retryAfterSeconds ?? usualPauseSeconds) * 1_000;
        if (gate)
          await store.change(gate.name, (before) => ({ ...before, permits: pausedGate(before.permits, until) }));
        if (gate) pools(gate, ownerId).drop();
        return;
      }
      for (const gate of gates) {
        const pool = pools(gate, ownerId);
        if (failure && ofProvider.has(failure.kind)) await noteFailure(gate, pool);
        else if (answers(outcome) && pool.circuit) await noteSuccess(gate, pool);
      }
    },
  };

  async function noteFailure(gate: Gate, pool: PermitPool): Promise<void> {
    const rule = circuitRules[gate.kind];
    const after = await store.change(gate.name, (before) => ({
      ...before,
      circuit: afterFailure(before.circuit, ownerId, clock.now(), rule),
    }));
    pool.circuit = after?.circuit;
    if (after?.circuit?.openUntil !== undefined) pool.drop();
  }

  async function noteSuccess(gate: Gate, pool: PermitPool): Promise<void> {
    await store.change(gate.name, ({ circuit, ...rest }) => (circuit ? rest : undefined));
    pool.circuit = undefined;
  }
}

/** Whether a provider is there: any answer but those that say that it is not. */
function answers(outcome: Outcome<unknown>): boolean {
  return outcome.kind !== 'failed' || outcome.failure.status !== undefined;
}

function held(name: string, milliseconds: number): Failure {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1_000));
  return failed('held', `${name} is not asked more often at the moment.`, { retryAfterSeconds: seconds }).failure;
}
