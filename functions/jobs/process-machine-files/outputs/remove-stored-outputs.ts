import { machineFileKey } from '../../../../domain/files/object-keys.ts';
import { artefacts } from '../../../../domain/machine-files/artefact.ts';
import type { MachineFile } from '../../../../domain/machine-files/machine-file.ts';
import { outputsOnDemand } from '../../../../domain/machine-files/output-on-demand.ts';
import type { RemoveStoredMessage } from '../messages.ts';
import type { ProcessingServices } from '../services.ts';

/** Keys that are removed in one call of the bucket. */
const removedAtOnce = 1_000;

/**
 * Removes the GeoJSON that earlier releases stored of a user's files, which is made when it is downloaded now. It stays for merged files, whose
 * points are stored there only, and for files without points in the lake. Archives stay as well: nothing else may have what is in them. Idempotent.
 */
export async function removeStored(
  { ownerId, svcUserId }: RemoveStoredMessage,
  { machineFiles, files }: Pick<ProcessingServices, 'machineFiles' | 'files'>,
): Promise<void> {
  let keys: string[] = [];
  for await (const file of machineFiles.each(ownerId, svcUserId)) {
    const { status, sources, ingestId, duplicateOf } = file;
    const isMadeOnDemand = status === 'processed' && !sources && (ingestId ?? duplicateOf) !== undefined;
    if (isMadeOnDemand) keys.push(...storedOutputs(ownerId, file));
    if (keys.length < removedAtOnce - 1) continue;
    await files.remove(keys);
    keys = [];
  }
  await files.remove(keys);
}

/** The keys at which earlier releases stored what is made on demand of a file, its archive apart. */
export function storedOutputs(ownerId: string, { id, svcUserId, artefacts: formerly }: MachineFile): string[] {
  const made = outputsOnDemand.file.filter((name) => name !== 'originalFile' && formerly.includes(name));
  return made.map((name) => machineFileKey(ownerId, svcUserId, id, artefacts[name].file));
}
