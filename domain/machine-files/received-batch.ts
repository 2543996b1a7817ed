import { timestamp } from '../clock.ts';
import type { StoredBatch } from './batch-store.ts';
import { cropName } from './points/crop.ts';

/** A batch that no worker has begun after this long never will be begun. The queue keeps messages for four days. */
export const givenUpMilliseconds = 12 * 60 * 60_000;

export interface Received {
  id: string;
  svcUserId: string;
  provider?: StoredBatch['provider'] | undefined;
  /** Of files that name none. */
  crop?: string | undefined;
  fileName: string;
  /** Bytes. */
  size: number;
  ownerName: string;
  /** The upload of any kind that it is a part of: sets that belong elsewhere are left out. */
  uploadId?: string | undefined;
}

/** The record of a batch that arrives, before its file. */
export function receivedBatch({ provider = 'Other', crop, ...received }: Received, now: number): StoredBatch {
  const named = crop !== undefined && { crop: cropName(crop) };
  return {
    ...received,
    ...named,
    provider,
    status: 'RECEIVED',
    uploadTimestamp: timestamp(now),
    svcFiles: [],
    problems: [],
  };
}

/** When the message of a file is sent again that was set to work, or begun: a worker that died had it hidden for 16 minutes. */
export function fileDeadline(now: number): number {
  return now + 30 * 60_000;
}

/** When a batch that has not ended is looked after. */
export function receivedBatchDeadline(now: number): number {
  return now + givenUpMilliseconds;
}
