import { Problem } from '../../../../domain/errors.ts';
import { existingFile } from '../../../../domain/machine-files/existing-file.ts';
import { fileDeadline } from '../../../../domain/machine-files/received-batch.ts';
import { setToWork } from '../../../../domain/machine-files/set-to-work.ts';
import type { Handler } from '../../../http/exchange.ts';
import type { operationsApi } from '../api.ts';
import type { OperationsServices } from '../services.ts';
import { shownFile } from './show.ts';

/** The record goes back first; a message that is lost then leaves a file that the sweep ends. */
export const reprocessFile: Handler<typeof operationsApi.operations.reprocessFile, OperationsServices> = async (
  { params, owner, request },
  services,
) => {
  const { clock, machineFiles, queue } = services;
  const before = await existingFile(owner.id, params.fileId, services);
  const now = clock.now();
  const file = setToWork(before, now);
  const restarts = before.status !== 'processing';
  if (!restarts || !(await machineFiles.restart(owner.id, file, before.status, fileDeadline(now)))) {
    const detail = 'The file is still being processed. Ask again when it has ended.';
    throw new Problem('conflict', detail, { errorKey: 'fileNotEnded' });
  }
  await queue.send({ step: 'process', ownerId: owner.id, fileId: file.id });
  return { status: 202, body: shownFile(request, owner.username, file) };
};
