import { geos } from '../../manifest/beside.ts';
import { type FollowingJob, receives } from '../../manifest/job.ts';
import type { FunctionNeeds } from '../../manifest/needs.ts';
import type { PartNeeds } from '../../manifest/parts.ts';
import type { IrrigationMessage } from './messages.ts';

export const job = {
  queue: 'irrigation-syncs',
  batchSize: 1,
  concurrency: 5,
  one: { item: 'an account', seconds: 10 },
  receives,
  deadLetterHurts:
    'A grower waits for irrigation of a provider, or for that of a changed field, that neither came nor was refused with a reason.',
  oldestMinutes: 60,
  waitingHurts: 'Growers wait more than an hour for the irrigation of their providers.',
  follows: {
    name: 'irrigation',
    types: ['fieldBoundaryCreated', 'fieldBoundaryUpdated', 'fieldDeleted'],
    message: ({ ownerId, svcUserId, payload }) => ({ ownerId, svcUserId, cut: String(payload.fieldId) }),
  },
} as const satisfies FollowingJob<IrrigationMessage>;

export const needs: FunctionNeeds = {
  purpose: 'Brings irrigation from the providers of users, and cuts it at their fields.',
  // GEOS lays shapes over each other: pure computing, and 1,769 MB is one whole CPU.
  memoryMegabytes: 1769,
  timeoutSeconds: 900,
  tables: {
    users: 'change',
    keys: 'find',
    configurations: 'read',
    credentials: 'readWrite',
    fields: 'readWrite',
    irrigation: 'readWrite',
  },
  publishes: [
    'newIrrigationActivity',
    'newFieldIrrigationActivity',
    'credentialsUnauthenticated',
    'credentialsLimitedPermission',
  ],
  objects: { files: { 'artefacts/': 'readWrite' } },
  assets: geos,
  secrets: true,
  settings: ['PROVIDER_ADDRESSES'],
};

/** For `sweep.ts`. */
export const sweeping: PartNeeds = {
  tables: { fields: 'readWrite', users: 'find' },
  sends: ['sync-irrigation'],
};
