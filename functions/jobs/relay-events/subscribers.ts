import type { FarmEvent } from '../../../domain/events/event.ts';
import type { RelayServices } from './relay-event.ts';

/** A part of Furrow that follows events. Delivery is at least once, and in no order. */
export interface Subscriber {
  /** Stored with events that it has, so it stays as it is. */
  name: string;
  types: readonly string[];
  deliver(event: FarmEvent, services: RelayServices): Promise<void>;
}

/** All subscribers. An event without one stays in the table. */
export const subscribers: readonly Subscriber[] = [
  {
    name: 'erasure',
    types: ['userDeleted'],
    deliver: ({ ownerId, svcUserId }, { erasures }) => erasures.send({ ownerId, svcUserId }),
  },
  {
    name: 'merging',
    // Of boundaries, one version may replace another as the active one without being new. A merged field has the name and
    // the farm of its sources, so that it follows changes of those, too.
    types: ['fieldBoundaryCreated', 'fieldBoundaryUpdated', 'fieldUpdated', 'fieldDeleted'],
    deliver: ({ type, ownerId, svcUserId, payload }, { merges }) =>
      merges.send({ ownerId, svcUserId, seed: seedOf(type, payload) }),
  },
  {
    name: 'machine files',
    // They follow the fields on whose ground they are.
    types: ['fieldBoundaryCreated', 'fieldBoundaryUpdated', 'fieldDeleted', 'mergedFieldDeleted'],
    deliver: ({ ownerId, svcUserId, payload }, { machineFiles }) =>
      machineFiles.send({ step: 'attach', ownerId, svcUserId, fieldId: payload.fieldId }),
  },
];

/**
 * What merging begins with. A new or changed field is looked up by its id; only a field or version that ceases to count is
 * looked for by what the event tells of it.
 */
function seedOf(type: string, { svcUserId: _, ...payload }: FarmEvent['payload']): object {
  return type === 'fieldBoundaryCreated' || type === 'fieldUpdated' ? { fieldId: payload.fieldId } : payload;
}
