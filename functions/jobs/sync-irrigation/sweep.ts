import { overdueWorkOfUsers } from '../sweep/overdue-work-of-users.ts';
import type { SweepParts } from '../sweep/parts.ts';

export const sweepParts: SweepParts = {
  irrigation: overdueWorkOfUsers('irrigation', 'SYNC_IRRIGATION_QUEUE_URL'),
};
