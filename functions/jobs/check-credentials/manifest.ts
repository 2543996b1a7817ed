import { type FollowingJob, receives } from '../../manifest/job.ts';
import type { FunctionNeeds } from '../../manifest/needs.ts';
import type { PartNeeds } from '../../manifest/parts.ts';
import type { CheckMessage } from './messages.ts';

export const job = {
  queue: 'credential-checks',
  batchSize: 1,
  concurrency: 5,
  one: { item: 'a credential', seconds: 2 },
  receives,
  deadLetterHurts: 'A grower whose account was just connected waits for a first sync that does not begin.',
  oldestMinutes: 30,
  waitingHurts: 'Accounts that were connected more than half an hour ago have not been looked at.',
  follows: {
    name: 'credentialChecks',
    types: ['credentialChanged'],
    message: ({ ownerId, svcUserId }) => ({ ownerId, svcUserId }),
  },
} as const satisfies FollowingJob<CheckMessage>;

export const needs: FunctionNeeds = {
  purpose: 'Asks providers whether they take credentials.',
  memoryMegabytes: 512,
  timeoutSeconds: 300,
  tables: {
    users: 'change',
    keys: 'find',
    configurations: 'read',
    credentials: 'readWrite',
    fields: 'readWrite',
  },
  publishes: ['credentialsUnauthenticated', 'credentialsLimitedPermission'],
  sends: ['sync-fields'],
  secrets: true,
  settings: ['PROVIDER_ADDRESSES'],
};

/** Sends again for users whose checks ended without a word. */
export const sweeping: PartNeeds = {
  tables: { fields: 'readWrite', users: 'find' },
  sends: ['check-credentials'],
};
