import { geos } from '../../manifest/beside.ts';
import { type Job, receives } from '../../manifest/job.ts';
import type { FunctionNeeds } from '../../manifest/needs.ts';
import type { PartNeeds } from '../../manifest/parts.ts';

export const job = {
  queue: 'field-syncs',
  batchSize: 1,
  concurrency: 5,
  one: { item: 'an unchanged account', seconds: 10 },
  receives,
  deadLetterHurts: 'A grower waits for fields of a provider that neither came nor were refused with a reason.',
  oldestMinutes: 30,
  waitingHurts: 'Growers wait more than half an hour for the fields of their providers.',
} as const satisfies Job;

export const needs: FunctionNeeds = {
  purpose: 'Brings fields from the providers of users.',
  // GEOS checks and repairs shapes: pure computing, and 1,769 MB is one whole CPU.
  memoryMegabytes: 1769,
  timeoutSeconds: 900,
  tables: { users: 'change', keys: 'find', configurations: 'read', credentials: 'readWrite', fields: 'readWrite' },
  publishes: [
    'fieldCreated',
    'fieldUpdated',
    'fieldBoundaryCreated',
    'fieldBoundaryUpdated',
    'providerOrganizationCreated',
    'providerOrganizationBlocked',
    'providerOrganizationRemoved',
    'providerRemovalsWaiting',
    'credentialsUnauthenticated',
    'credentialsLimitedPermission',
  ],
  usage: ['fieldBoundaries'],
  sends: ['sync-files', 'sync-assets', 'subscribe-pushes', 'sync-irrigation'],
  objects: { files: { 'artefacts/': 'readWrite' } },
  assets: geos,
  secrets: true,
  settings: ['PROVIDER_ADDRESSES'],
};

/** For `sweep.ts`. */
export const sweeping: PartNeeds = {
  tables: { fields: 'readWrite', users: 'find' },
  sends: ['sync-fields'],
};
