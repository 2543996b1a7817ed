import { overdueWorkOfUsers } from '../sweep/overdue-work-of-users.ts';
import type { SweepParts } from '../sweep/parts.ts';

export const sweepParts: SweepParts = {
  credentials: overdueWorkOfUsers('credentials', 'CHECK_CREDENTIALS_QUEUE_URL'),
};
