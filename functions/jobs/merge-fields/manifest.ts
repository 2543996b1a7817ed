import type { FarmEvent } from '../../../domain/events/event.ts';
import { geos } from '../../manifest/beside.ts';
import { type FollowingJob, receives } from '../../manifest/job.ts';
import type { FunctionNeeds } from '../../manifest/needs.ts';
import type { PartNeeds } from '../../manifest/parts.ts';
import type { MergeMessage } from './messages.ts';

export const job = {
  queue: 'field-merges',
  // Most are over at once: nothing to merge, or noted for the worker that has the user's lease.
  batchSize: 10,
  concurrency: 5,
  one: { item: 'the fields of a user', seconds: 2 },
  receives,
  deadLetterHurts: 'Fields of a grower that overlap are counted twice, though they were to be merged.',
  oldestMinutes: 15,
  waitingHurts: 'Growers see fields that overlap for more than 15 minutes before they are merged.',
  follows: {
    name: 'merging',
    // An older version of a boundary may become the active one again. A merged field has the name and
    // the farm of its sources, so that it follows changes of those, too.
    types: ['fieldBoundaryCreated', 'fieldBoundaryUpdated', 'fieldUpdated', 'fieldDeleted'],
    message: ({ type, ownerId, svcUserId, payload }) => ({ ownerId, svcUserId, seed: seedOf(type, payload) }),
  },
} as const satisfies FollowingJob<MergeMessage>;

export const needs: FunctionNeeds = {
  purpose: 'Makes one field of those that overlap.',
  // Laying shapes over each other is pure computing, and 1,769 MB is one whole CPU.
  memoryMegabytes: 1769,
  timeoutSeconds: 900,
  tables: { users: 'find', configurations: 'read', fields: 'readWrite' },
  // Its store takes the usage facts; sources are counted, and merged fields are not.
  publishes: [
    'mergedFieldCreated',
    'mergedFieldUpdated',
    'mergedFieldDeleted',
    'fieldBoundaryCreated',
    'fieldBoundaryUpdated',
  ],
  usage: [],
  objects: { files: { 'artefacts/': 'readWrite' } },
  assets: geos,
};

/** For `sweep.ts`. */
export const sweeping: PartNeeds = {
  tables: { fields: 'readWrite', users: 'find' },
  sends: ['merge-fields'],
};

/**
 * The seed that merging begins with. A new or changed field is looked up by its id; only a field or version that ceases to count is searched
 * for by the members of its event.
 */
function seedOf(type: string, { svcUserId: _, ...payload }: FarmEvent['payload']): MergeMessage['seed'] {
  const seed = payload as NonNullable<MergeMessage['seed']>;
  return type === 'fieldBoundaryCreated' || type === 'fieldUpdated' ? { fieldId: seed.fieldId } : seed;
}
