import { overdueWorkOfUsers } from '../sweep/overdue-work-of-users.ts';
import type { SweepParts } from '../sweep/parts.ts';

export const fieldSyncs: SweepParts = { syncs: overdueWorkOfUsers('sync', 'SYNC_FIELDS_QUEUE_URL') };
