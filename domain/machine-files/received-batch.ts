import { timestamp } from '../clock.ts';
import type { StoredBatch } from './batch-store.ts';

/** A batch that nobody has begun to work on after this long never will be. The queue keeps messages for four days. */
const givenUpMilliseconds = 12 * 60 * 60_000;

export interface Received {
  id: string;
  svcUserId: string;
  provider?: StoredBatch['provider'] | undefined;
  fileName: string;
  /** Bytes. */
  size: number;
  ownerName: string;
}

/** The record of a batch that arrives, before its file. */
export function receivedBatch({ provider = 'Other', ...received }: Received, now: number): StoredBatch {
  return { ...received, provider, status: 'RECEIVED', uploadTimestamp: timestamp(now), svcFiles: [], problems: [] };
}

/** When a batch that has not ended is looked after. */
export function receivedBatchDeadline(now: number): number {
  return now + givenUpMilliseconds;
}
