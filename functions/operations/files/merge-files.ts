import { timestamp } from '../../../domain/clock.ts';
import { invalid } from '../../../domain/errors.ts';
import type { MachineFile } from '../../../domain/machine-files/machine-file.ts';
import { receivedBatchDeadline } from '../../../domain/machine-files/received-batch.ts';
import type { Handler } from '../../http/exchange.ts';
import type { operationsApi } from '../api.ts';
import { filesOfExistingUsers } from '../existing.ts';
import type { OperationsServices } from '../services.ts';

/** The record comes first; a message that is lost then leaves a file that the sweep ends. */
export const mergeFiles: Handler<typeof operationsApi.operations.mergeFiles, OperationsServices> = async (
  { body, owner },
  services,
) => {
  const { clock, machineFiles, newId, queue } = services;
  const ids = [...new Set(body.ids)];
  const sources = await filesOfExistingUsers(owner.id, await machineFiles.many(owner.id, ids), services);
  const missing = ids.find((id) => !sources.some((file) => file.id === id));
  if (missing !== undefined) throw invalid('#/ids', `There is no file with the id ${missing}.`, 'fileNotFound');
  const [first, ...others] = sources;
  if (!first || others.length === 0) throw invalid('#/ids', 'Name at least two files.', 'tooFewFiles');
  for (const file of sources) refuseUnlike(file, first);
  const now = clock.now();
  const file: MachineFile = {
    id: newId(),
    sources: ids,
    svcUserId: first.svcUserId,
    provider: 'Svc',
    fields: [],
    fileFormat: first.fileFormat,
    fileName: 'merged',
    sizeInBytes: sources.reduce((sum, { sizeInBytes }) => sum + sizeInBytes, 0),
    contentHash: '',
    status: 'processing',
    origin: 'merged',
    steps: {},
    artefacts: [],
    problems: [],
    createdTime: timestamp(now),
    updatedTime: timestamp(now),
  };
  await machineFiles.create(owner.id, file, receivedBatchDeadline(now));
  await queue.send({ step: 'process', ownerId: owner.id, fileId: file.id });
  return { status: 200, body: { id: file.id, status: 'SENT_TO_MERGE' as const } };
};

function refuseUnlike({ id, svcUserId, operationType, status }: MachineFile, first: MachineFile): void {
  const refuse = (what: string) => invalid('#/ids', `The file ${id} ${what}.`, 'filesUnlike');
  if (svcUserId !== first.svcUserId) throw refuse(`is not of the same user as ${first.id}`);
  if (status !== 'processed') throw refuse(`is ${status}; only processed files can be merged`);
  if (operationType !== first.operationType) {
    throw refuse(`is of the kind ${operationType}, and ${first.id} of the kind ${first.operationType}`);
  }
}
