import { timestamp } from '../../../../domain/clock.ts';
import { Problem } from '../../../../domain/errors.ts';
import { batchKey, incomingKey, incomingMachineFiles } from '../../../../domain/files/object-keys.ts';
import type { StoredBatch } from '../../../../domain/machine-files/batch-store.ts';
import type { MachineFile } from '../../../../domain/machine-files/machine-file.ts';
import { cropName } from '../../../../domain/machine-files/points/crop.ts';
import { receivedBatchDeadline } from '../../../../domain/machine-files/received-batch.ts';
import { downloadAnswer } from '../../../http/body/download.ts';
import type { Handlers } from '../../../http/exchange.ts';
import { listedFor } from '../../../http/parameters.ts';
import type { OperationsServices } from '../services.ts';
import { createBatch } from './create-batch.ts';
import type { batchEndpoints } from './endpoints.ts';

export const batchHandlers: Handlers<typeof batchEndpoints, OperationsServices> = {
  createBatch,

  async listBatches({ query, asked, owner }, services) {
    const page = await services.batches.list(owner.id, query.svcUserId, listedFor(owner, services, asked));
    return { status: 200, page, body: page.items };
  },

  async getBatch({ found }) {
    return { status: 200, body: found.batch };
  },

  async getBatchStatus({ found, owner }, { machineFiles }) {
    const files = await machineFiles.many(owner.id, found.batch.svcFiles);
    const withStatus = (wanted: MachineFile['status']) => ({
      svcFiles: files.filter(({ status }) => status === wanted).map(({ id }) => id),
    });
    const body = {
      converted: withStatus('processed'),
      processing: withStatus('processing'),
      failed: failedSteps(files.filter(({ status }) => status === 'failed')),
    };
    return { status: 200, body };
  },

  /** The record goes back first; a message that is lost then leaves a batch that the sweep ends. */
  async retryBatch({ found, query, owner }, { batches, clock, queue }) {
    const { statusDetails: _, ...before } = found.batch;
    const now = clock.now();
    const named = query.crop !== undefined && { crop: cropName(query.crop) };
    const batch: StoredBatch = { ...before, ...named, status: 'RECEIVED', askedTime: timestamp(now) };
    if (!(await batches.change(owner.id, batch, ['PROCESSED', 'FAILED'], receivedBatchDeadline(now)))) {
      const detail = `The batch is ${before.status}. Retry it when it is PROCESSED or FAILED.`;
      throw new Problem('conflict', detail, { errorKey: 'batchNotEnded' });
    }
    await queue.send({ step: 'inspect', ownerId: owner.id, batchId: batch.id });
    return { status: 200, body: batch };
  },

  /** Until a worker has opened it, the file is only in the bucket of arrivals. */
  async downloadBatch({ found, owner, request }, { files, downloads }) {
    const { id, svcUserId, fileName } = found.batch;
    const kept = batchKey(owner.id, svcUserId, id, fileName);
    const arrived = incomingKey(owner.id, svcUserId, id, fileName, incomingMachineFiles);
    // A worker may move it between two looks.
    for (const key of [kept, arrived, kept]) {
      if (!(await files.has(key))) continue;
      return downloadAnswer(request, await downloads.address(key, fileName));
    }
    throw new Problem('notFound', 'The file of this batch is no longer stored.', { errorKey: 'originalNotFound' });
  },
};

interface FailedStep {
  svcFiles: string[];
  status: 'failed';
  message: string;
}

/** Failed files by the step at which they failed, with the first one's reason. */
function failedSteps(files: MachineFile[]): Record<string, FailedStep> {
  const steps: Record<string, FailedStep> = {};
  for (const { id, steps: taken } of files) {
    const [name, step] = Object.entries(taken).find(([, { status }]) => status === 'failed') ?? ['originalFile'];
    const known = steps[name] ?? { svcFiles: [], status: 'failed', message: step?.message ?? '' };
    steps[name] = { ...known, svcFiles: [...known.svcFiles, id] };
  }
  return steps;
}
