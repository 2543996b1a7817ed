import { lakePointsKey } from '../../domain/files/object-keys.ts';
import type { MachineFile } from '../../domain/machine-files/machine-file.ts';
import type { StoredPoints } from '../../domain/machine-files/machine-file-engine.ts';
import type { ForgetMessage } from './messages.ts';
import type { ProcessingServices } from './services.ts';

/** As long as the longest query reads: SQS delays no message for longer. */
export const longestReadingSeconds = 900;

/**
 * The ingest of a file's points that an attempt makes: each time that the file is set to work another one, so that what readers see never
 * changes, and for a message that comes twice the same one.
 */
export function ingestIdOf(
  { id, updatedTime }: MachineFile,
  { derivedId }: Pick<ProcessingServices, 'derivedId'>,
): string {
  return derivedId(id, 'ingest', updatedTime);
}

/** The points of a file that readers see; those of a file with the content of another are the other's. */
export function pointsOf(
  ownerId: string,
  file: MachineFile,
  { lake, machineFiles }: Pick<ProcessingServices, 'lake' | 'machineFiles'>,
): StoredPoints {
  return {
    file,
    async download(path) {
      const { duplicateOf } = file;
      const holder = duplicateOf === undefined ? file : await machineFiles.get(ownerId, duplicateOf);
      return holder?.ingestId !== undefined && lake.download(lakePointsKey(ownerId, holder.id, holder.ingestId), path);
    },
  };
}

/** Removes points that others have replaced. What is still the file's own stays: its end went wrong, and the next one asks again. */
export async function forgetReplaced(
  { ownerId, fileId, ingestId }: ForgetMessage,
  services: Pick<ProcessingServices, 'lake' | 'machineFiles'>,
): Promise<void> {
  const file = await services.machineFiles.get(ownerId, fileId);
  if (file?.ingestId !== ingestId) await forgetPoints({ ownerId, fileId, ingestId }, services);
}

/** Removes points that no reader sees. */
export async function forgetPoints(
  { ownerId, fileId, ingestId }: Omit<ForgetMessage, 'step'>,
  { lake, machineFiles }: Pick<ProcessingServices, 'lake' | 'machineFiles'>,
): Promise<void> {
  await lake.remove([lakePointsKey(ownerId, fileId, ingestId)]);
  await machineFiles.forget(ownerId, ingestId);
}
