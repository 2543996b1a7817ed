import { overdueWorkOfUsers } from '../sweep/overdue-work-of-users.ts';
import type { SweepParts } from '../sweep/parts.ts';

export const sweepParts: SweepParts = { merges: overdueWorkOfUsers('merge', 'MERGE_FIELDS_QUEUE_URL') };
