import type { FarmEvent } from '../events/event.ts';

/** Event of a machine that was found in a file. */
export function machineCreated(
  { machineId, ...ids }: { id: string; ownerId: string; svcUserId: string; machineId: string },
  at: number,
): FarmEvent {
  return { ...ids, type: 'machineCreated', at, payload: { svcUserId: ids.svcUserId, machineId } };
}
