import { problem } from '../../domain/boundary-files/problem.ts';
import { type Clock, type DerivedId, timestamp } from '../../domain/clock.ts';
import { Problem } from '../../domain/errors.ts';
import type { Upload } from '../../domain/uploads/upload.ts';
import type { UploadStore } from '../../domain/uploads/upload-store.ts';

export interface SweepServices {
  uploads: UploadStore;
  clock: Clock;
  derivedId: DerivedId;
}

/**
 * Ends uploads that stayed RECEIVED past their deadline: the worker died of them each time, or their file never came.
 * Nobody else would, and a grower would wait for ever.
 */
export async function failOverdue(services: SweepServices): Promise<number> {
  const { uploads, clock } = services;
  const overdue = await uploads.overdue(clock.now());
  for (const { ownerId, upload } of overdue) await fail(ownerId, upload, services);
  return overdue.length;
}

async function fail(ownerId: string, upload: Upload, { uploads, clock, derivedId }: SweepServices): Promise<void> {
  const { id: uploadId, svcUserId, fileName } = upload;
  const now = timestamp(clock.now());
  try {
    await uploads.putEntry(ownerId, {
      id: derivedId(uploadId, 'overdue'),
      uploadId,
      svcUserId,
      fileName,
      fieldId: [],
      converterFormat: 'UNKNOWN',
      status: 'FAILED',
      problems: [problem('processingGivenUp', { file: fileName })],
      createdTime: now,
      processedTime: now,
    });
    await uploads.finish(ownerId, upload, 'FAILED');
  } catch (error) {
    // The user was deleted meanwhile, and the upload goes with it.
    if (!(error instanceof Problem && error.kind === 'notFound')) throw error;
  }
}
