import { eventTypes } from '../../../domain/events/event-types.ts';
import { type FollowingJob, receives } from '../../manifest/job.ts';
import type { FunctionNeeds } from '../../manifest/needs.ts';
import type { PartNeeds } from '../../manifest/parts.ts';
import type { AttemptMessage } from './messages.ts';

export const job = {
  queue: 'webhook-deliveries',
  // Sent side by side; a batch takes as long as its slowest listener, or the turn of one.
  batchSize: 10,
  concurrency: 20,
  one: { item: 'a delivery', seconds: 1 },
  receives,
  deadLetterHurts: 'An application does not hear of a change by its webhook; it finds it in the feed of events alone.',
  oldestMinutes: 5,
  waitingHurts: 'Applications hear of changes minutes late.',
  follows: {
    name: 'webhooks',
    types: eventTypes,
    listened: true,
    message: ({ ownerId, svcUserId, id }, webhookId = '') => ({ ownerId, svcUserId, eventId: id, webhookId }),
  },
} as const satisfies FollowingJob<AttemptMessage>;

export const needs: FunctionNeeds = {
  purpose: 'Sends events to the webhooks of owners.',
  memoryMegabytes: 512,
  // A turn of a slow listener takes 50 s, and its last call 15 more.
  timeoutSeconds: 75,
  tables: { alerts: 'readWrite', events: 'find', users: 'find' },
  secrets: true,
};

/** For `sweep.ts`. */
export const sweeping: PartNeeds = {
  tables: { alerts: 'readWrite' },
  sends: ['deliver-webhooks'],
};
