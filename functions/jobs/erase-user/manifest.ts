import { type FollowingJob, receives } from '../../manifest/job.ts';
import type { FunctionNeeds } from '../../manifest/needs.ts';
import type { ErasureMessage } from './messages.ts';

export const job = {
  queue: 'user-erasures',
  batchSize: 1,
  concurrency: 2,
  one: { item: 'a user', seconds: 60 },
  receives,
  deadLetterHurts: 'A person who was promised that their data is erased still has data here.',
  oldestMinutes: 60,
  waitingHurts: 'People who were deleted more than an hour ago still have data here.',
  chain: {
    maxMessages: 5,
    why: 'The second pass is 17 minutes after the first, and SQS delays no message for more than 15: two waits, and two more where clocks differ by seconds.',
  },
  follows: {
    name: 'erasure',
    types: ['userDeleted'],
    message: ({ ownerId, svcUserId }) => ({ ownerId, svcUserId }),
  },
} as const satisfies FollowingJob<ErasureMessage>;

/** With what the erasers of all folders need; `manifests.ts` adds it. */
export const needs: FunctionNeeds = {
  purpose: 'Removes what a deleted user left behind.',
  memoryMegabytes: 1024,
  timeoutSeconds: 900,
  // How far each erasure is.
  tables: { requests: 'readWrite' },
  sends: ['erase-user'],
};
