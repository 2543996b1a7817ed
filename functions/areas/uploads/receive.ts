import { timestamp } from '../../../domain/clock.ts';
import type { Commit } from '../../../domain/idempotency.ts';
import type { Upload } from '../../../domain/uploads/upload.ts';
import type { UploadsServices } from './services.ts';

/** An upload that no worker has begun after this long never will be begun. The queue keeps messages for four days. */
const givenUpMilliseconds = 12 * 60 * 60_000;

export interface Received {
  id: string;
  svcUserId: string;
  farmId?: number | undefined;
  fileName: string;
  sizeBytes: number;
  anything?: Upload['anything'];
}

/**
 * Makes the record of an upload. It comes before the file: a file without a record would be lost without a word,
 * a record without a file ends as FAILED.
 */
export async function receive(
  ownerId: string,
  { farmId, anything, ...received }: Received,
  { uploads, clock }: UploadsServices,
  commit: Commit<Upload> = async () => undefined,
): Promise<Upload> {
  const now = clock.now();
  const upload: Upload = {
    ...received,
    ...(farmId !== undefined && { farmId }),
    ...(anything && { anything }),
    status: 'RECEIVED',
    createdTime: timestamp(now),
  };
  await uploads.create(ownerId, upload, now + givenUpMilliseconds, await commit(upload));
  return upload;
}
