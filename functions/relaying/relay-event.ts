import type { FarmEvent } from '../../domain/events/event.ts';
import type { MessageQueue } from '../../domain/events/message-queue.ts';

export interface RelayServices {
  erasures: MessageQueue;
  /** Where changed fields wait to be merged with others. */
  merges: MessageQueue;
  /** Takes an event off the list of what is still to be delivered. */
  delivered(event: FarmEvent): Promise<void>;
}

/** Who waits for which event. What nobody waits for stays in the table until somebody does. */
const routes: Record<string, (event: FarmEvent, services: RelayServices) => Promise<void>> = {
  userDeleted: ({ ownerId, svcUserId }, { erasures }) => erasures.send({ ownerId, svcUserId }),
  // Where a field has come to, nobody has left: only what ceases to count is looked for by its boundary.
  fieldBoundaryCreated: mergeField,
  fieldBoundaryUpdated: merge,
  // A merged field has the name and the farm of its sources.
  fieldUpdated: mergeField,
  fieldDeleted: merge,
};

/** The types of events that somebody waits for. */
export const awaitedTypes = Object.keys(routes);

/** Moves an event to the queue of those who wait for it. */
export async function relayEvent(event: FarmEvent, services: RelayServices): Promise<void> {
  const route = routes[event.type];
  if (!route) return;
  await route(event, services);
  await services.delivered(event);
}

function mergeField({ payload: { fieldId }, ...event }: FarmEvent, services: RelayServices): Promise<void> {
  return merge({ ...event, payload: { fieldId } }, services);
}

function merge({ ownerId, svcUserId, payload }: FarmEvent, { merges }: RelayServices): Promise<void> {
  const { svcUserId: _, ...seed } = payload;
  return merges.send({ ownerId, svcUserId, seed });
}
