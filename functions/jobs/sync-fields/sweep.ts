import { overdueWorkOfUsers } from '../sweep/overdue-work-of-users.ts';
import type { SweepParts } from '../sweep/parts.ts';

/** Whether fields are wanted is noted beside the lease: the message need not say it. */
export const sweepParts: SweepParts = {
  syncs: overdueWorkOfUsers('sync', 'SYNC_FIELDS_QUEUE_URL', { organizations: true }),
};
