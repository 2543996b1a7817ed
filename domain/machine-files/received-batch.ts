import { timestamp } from '../clock.ts';
import type { StoredBatch } from './batch-store.ts';
import { cropName } from './points/crop.ts';

/** A batch that no worker has started within this time has failed. The queue keeps messages for four days. */
export const givenUpMilliseconds = 12 * 60 * 60_000;

export interface Received {
  id: string;
  svcUserId: string;
  provider?: StoredBatch['provider'] | undefined;
  /** The crop of files that name none. */
  crop?: string | undefined;
  fileName: string;
  /** Bytes. */
  size: number;
  ownerName: string;
  /** The upload of any kind that it is part of: sets that have another reader are left out. */
  uploadId?: string | undefined;
  /** Absent for uploads. */
  source?: StoredBatch['source'];
}

/**
 * The record of a batch before its file has arrived.
 *
 * @example const batch = receivedBatch({ id, svcUserId, fileName, size, ownerName, crop: 'Corn' }, clock.now());
 */
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

/**
 * When the message of a file is sent again (milliseconds since 1970): a worker that died has hidden it for 16 minutes.
 *
 * @example fileDeadline(0) // 1800000
 */
export function fileDeadline(now: number): number {
  return now + 30 * 60_000;
}

/**
 * When an unfinished batch is overdue (milliseconds since 1970).
 *
 * @example await batches.create(ownerId, batch, receivedBatchDeadline(clock.now()));
 */
export function receivedBatchDeadline(now: number): number {
  return now + givenUpMilliseconds;
}
