import { timestamp } from '../../../../domain/clock.ts';
import { invalid } from '../../../../domain/errors.ts';
import type { Commit } from '../../../../domain/idempotency.ts';
import type { MachineFile } from '../../../../domain/machine-files/machine-file.ts';
import { fileDeadline } from '../../../../domain/machine-files/received-batch.ts';
import type { OperationsServices } from '../services.ts';

/**
 * Makes the record of a file that is made of the points of others. The message that starts the work comes after it; when that is lost, the
 * sweep ends the file.
 */
export async function createCombinedFile(
  ownerId: string,
  sources: MachineFile[],
  members: Pick<MachineFile, 'origin' | 'fileName' | 'cropFields'>,
  commit: Commit<string>,
  { clock, machineFiles, newId }: OperationsServices,
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
  await machineFiles.create(ownerId, file, fileDeadline(now), await commit(file.id));
  return file.id;
}
