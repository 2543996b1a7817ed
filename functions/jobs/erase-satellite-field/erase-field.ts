import { satellitePrefix } from '../../../domain/files/object-keys.ts';
import type { ErasingObjectStore } from '../../../domain/files/object-store.ts';
import type { PlanetService } from '../../../domain/satellite/planet/planet.ts';
import { openPlanetKey, type PlanetKeyServices } from '../../../domain/satellite/planet/planet-key.ts';
import type { PlanetOrders, PlanetSubject } from '../../../domain/satellite/planet/planet-stores.ts';
import type { DeletedFields } from '../../../domain/satellite/satellite-stores.ts';
import { ProviderProblem } from '../../../domain/sync/provider-problem.ts';
import type { FieldErasureMessage } from './messages.ts';

export interface ErasureServices extends PlanetKeyServices {
  deleted: DeletedFields;
  files: Pick<ErasingObjectStore, 'erase'>;
  orders: Pick<PlanetOrders, 'waiting'>;
  planet: Pick<PlanetService, 'cancel'>;
}

/**
 * Removes the images and processes of a deleted field: at once, and again when no worker can be writing for it any longer. A message that comes
 * between the two does the first once more. Orders at Planet that wait are cancelled before; while Planet does not answer, the field is kept, for a day at
 * most. Idempotent.
 */
export async function eraseField({ ownerId, fieldId }: FieldErasureMessage, services: ErasureServices): Promise<void> {
  const { deleted, files } = services;
  const pass = await deleted.pass(ownerId, fieldId);
  if (!pass) return;
  await files.erase(satellitePrefix(ownerId, fieldId));
  // Images and orders are found by the processes, which are erased last.
  const areCancelled = await cancelOrders({ ownerId, fieldId }, services);
  if (!areCancelled && pass.mayCancel) return deleted.delayRetry(ownerId, fieldId);
  await deleted.eraseProcesses(ownerId, fieldId);
  await deleted.done(ownerId, fieldId, pass.isOver);
}

/** Cancels waiting orders. Returns false if Planet cannot be reached and an order may still be cancelled later. */
async function cancelOrders(
  subject: PlanetSubject,
  { orders, planet, ...services }: ErasureServices,
): Promise<boolean> {
  const waiting = await orders.waiting(subject);
  const apiKey = waiting.length > 0 ? await openPlanetKey(subject.ownerId, services) : undefined;
  if (apiKey === undefined) return true;
  for (const id of waiting) {
    try {
      await planet.cancel(apiKey, id);
    } catch (error) {
      if (!(error instanceof ProviderProblem)) throw error;
      console.warn({ order: id, kind: error.kind, message: error.message });
      if (error.passes) return false;
    }
  }
  return true;
}
