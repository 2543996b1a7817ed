import { type Job, receives } from '../../manifest/job.ts';
import type { FunctionNeeds } from '../../manifest/needs.ts';

export const job = {
  queue: 'push-subscriptions',
  batchSize: 1,
  concurrency: 2,
  one: { item: 'an account', seconds: 2 },
  receives,
  deadLetterHurts: 'A provider does not notify of changes in an account: they arrive with the next scheduled round.',
  oldestMinutes: 60,
  waitingHurts: 'Accounts that were connected more than an hour ago are not notified of changes.',
} as const satisfies Job;

export const needs: FunctionNeeds = {
  purpose: 'Subscribes to notifications of providers.',
  memoryMegabytes: 512,
  timeoutSeconds: 120,
  tables: { users: 'change', keys: 'find', credentials: 'readWrite', fields: 'find' },
  publishes: ['credentialsUnauthenticated', 'credentialsLimitedPermission'],
  secrets: true,
  settings: ['PROVIDER_ADDRESSES', 'PUBLIC_ADDRESS', 'JOHN_DEERE_EVENT_TYPES'],
};
