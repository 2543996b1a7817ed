import { timestamp } from '../../../domain/clock.ts';
import type { WantedIntegration } from '../../../domain/sync/integration.ts';
import { ProviderProblem } from '../../../domain/sync/provider-problem.ts';
import type { Round, SyncServices } from './services.ts';

/** Sends a field to the provider that it is meant for, and notes how that went. */
export async function sendField(round: Round, services: SyncServices, wanted: WantedIntegration): Promise<void> {
  const { store, clock } = services;
  const { ownerId, svcUserId } = round;
  const status = await deliver(round, services, wanted);
  await store.endIntegration(ownerId, svcUserId, { ...wanted, status, updatedAt: timestamp(clock.now()) });
}

async function deliver(
  { ownerId, svcUserId, provider }: Round,
  { store }: SyncServices,
  { fieldId, organizationId }: WantedIntegration,
): Promise<'SUCCESS' | 'FAILED'> {
  const found = await store.field(ownerId, svcUserId, fieldId);
  const active = (await store.boundaries(ownerId, svcUserId, fieldId)).find(({ status }) => status === 'ACTIVE');
  if (!found || !active) return 'FAILED';
  try {
    await provider.send({ id: fieldId, name: found.field.name, organizationId, geometry: active.geometry });
    return 'SUCCESS';
  } catch (error) {
    // A passing failure is retried with the whole round.
    if (error instanceof ProviderProblem && !error.passes) return 'FAILED';
    throw error;
  }
}
