import type { FarmEvent } from '../../domain/events/event.ts';
import type { MessageQueue } from '../../domain/events/message-queue.ts';

export interface RelayServices {
  erasures: MessageQueue;
  /** Where changed fields wait to be merged with others. */
  merges: MessageQueue;
  /** Where machine files wait for their work. */
  machineFiles: MessageQueue;
  /** Takes an event off the list of what is still to be delivered. */
  delivered(event: FarmEvent): Promise<void>;
}

type Route = (event: FarmEvent, services: RelayServices) => Promise<void>;

/** Who waits for which event. What nobody waits for stays in the table until somebody does. */
const routes: Record<string, Route> = {
  userDeleted: ({ ownerId, svcUserId }, { erasures }) => erasures.send({ ownerId, svcUserId }),
  // Where a field has come to, nobody has left: only what ceases to count is looked for by its boundary to be merged.
  fieldBoundaryCreated: (event, services) => both(mergeField, attachFiles, event, services),
  // One version may become the active one in another's place without a new one being made.
  fieldBoundaryUpdated: (event, services) => both(merge, attachFiles, event, services),
  // A merged field has the name and the farm of its sources.
  fieldUpdated: mergeField,
  fieldDeleted: (event, services) => both(merge, attachFiles, event, services),
  mergedFieldDeleted: attachFiles,
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

async function both(first: Route, second: Route, event: FarmEvent, services: RelayServices): Promise<void> {
  await Promise.all([first(event, services), second(event, services)]);
}

function mergeField({ payload: { fieldId }, ...event }: FarmEvent, services: RelayServices): Promise<void> {
  return merge({ ...event, payload: { fieldId } }, services);
}

function merge({ ownerId, svcUserId, payload }: FarmEvent, { merges }: RelayServices): Promise<void> {
  const { svcUserId: _, ...seed } = payload;
  return merges.send({ ownerId, svcUserId, seed });
}

/** Machine files follow the fields on whose ground they are. */
function attachFiles({ ownerId, svcUserId, payload }: FarmEvent, { machineFiles }: RelayServices): Promise<void> {
  return machineFiles.send({ step: 'attach', ownerId, svcUserId, fieldId: payload.fieldId });
}
