import { timestamp } from '../../../../domain/clock.ts';
import { invalid } from '../../../../domain/errors.ts';
import type { MachineFile } from '../../../../domain/machine-files/machine-file.ts';
import { fileDeadline } from '../../../../domain/machine-files/received-batch.ts';
import type { OperationsServices } from '../services.ts';

/**
 * Begins a file that is made of the points of others. The record comes first; a message that is lost then leaves a file that the sweep
 * ends.
 */
export async function startCombinedFile(
  ownerId: string,
  sources: MachineFile[],
  members: Pick<MachineFile, 'origin' | 'fileName' | 'cropFields'>,
  { clock, machineFiles, newId, queue }: OperationsServices,
): Promise<string> {
  const [first] = sources;
  if (!first) throw invalid('#/id', 'Its files no longer exist.', 'fileNotFound');
  const now = clock.now();
  const file: MachineFile = {
    id: newId(),
    ...members,
    sources: sources.map(({ id }) => id),
    svcUserId: first.svcUserId,
    provider: 'Svc',
    fields: [],
    fileFormat: first.fileFormat,
    sizeInBytes: sources.reduce((sum, { sizeInBytes }) => sum + sizeInBytes, 0),
    contentHash: '',
    status: 'processing',
    steps: {},
    artefacts: [],
    problems: [],
    createdTime: timestamp(now),
    updatedTime: timestamp(now),
  };
  await machineFiles.create(ownerId, file, fileDeadline(now));
  await queue.send({ step: 'process', ownerId, fileId: file.id });
  return file.id;
}
