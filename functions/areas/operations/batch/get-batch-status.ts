import type { MachineFile } from '../../../../domain/machine-files/machine-file.ts';
import type { Handler } from '../../../http/exchange.ts';
import type { operationsApi } from '../api.ts';
import { existingBatch } from '../existing.ts';
import type { OperationsServices } from '../services.ts';

interface FailedStep {
  svcFiles: string[];
  status: 'failed';
  message: string;
}

export const getBatchStatus: Handler<typeof operationsApi.operations.getBatchStatus, OperationsServices> = async (
  { params, owner },
  services,
) => {
  const { svcFiles } = await existingBatch(owner.id, params.batchId, services);
  const files = await services.machineFiles.many(owner.id, svcFiles);
  const withStatus = (wanted: MachineFile['status']) => ({
    svcFiles: files.filter(({ status }) => status === wanted).map(({ id }) => id),
  });
  const body = {
    converted: withStatus('processed'),
    processing: withStatus('processing'),
    failed: failedSteps(files.filter(({ status }) => status === 'failed')),
  };
  return { status: 200, body };
};

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
