import { type Job, receives } from '../../manifest/job.ts';
import type { FunctionNeeds } from '../../manifest/needs.ts';

export const job = {
  queue: 'asset-syncs',
  batchSize: 1,
  concurrency: 5,
  one: { item: 'an account: 3 lists of 1 s', seconds: 3 },
  receives,
  deadLetterHurts: 'Machines, implements or operators of a provider neither came nor were refused with a reason.',
  oldestMinutes: 60,
  waitingHurts: 'Growers wait more than an hour for the machines of their providers.',
} as const satisfies Job;

export const needs: FunctionNeeds = {
  purpose: 'Brings machines, implements and operators from the providers of users.',
  memoryMegabytes: 512,
  timeoutSeconds: 300,
  tables: { users: 'change', keys: 'find', credentials: 'readWrite', fields: 'readWrite', assets: 'readWrite' },
  publishes: [
    'machineCreated',
    'machineUpdated',
    'implementCreated',
    'implementUpdated',
    'operatorCreated',
    'operatorUpdated',
    'providerRemovalsWaiting',
    'credentialsUnauthenticated',
    'credentialsLimitedPermission',
  ],
  secrets: true,
  settings: ['PROVIDER_ADDRESSES'],
};
