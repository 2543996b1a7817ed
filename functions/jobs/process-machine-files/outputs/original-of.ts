import { batchKey, machineFileKey } from '../../../../domain/files/object-keys.ts';
import type { ObjectStore } from '../../../../domain/files/object-store.ts';
import { artefacts } from '../../../../domain/machine-files/artefact.ts';
import type { MachineFile } from '../../../../domain/machine-files/machine-file.ts';
import type { StoredUpload } from '../../../../domain/machine-files/machine-file-engine.ts';

/**
 * What a file is read from: the upload of its batch if that has no other set, otherwise an archive of its own.
 *
 * @example const processed = await engine.process(originalOf(ownerId, file, files), order, sink);
 */
export function originalOf(
  ownerId: string,
  { id, svcUserId, batchId = '', fileName, inUpload }: MachineFile,
  files: Pick<ObjectStore, 'download'>,
): StoredUpload {
  const key = inUpload
    ? batchKey(ownerId, svcUserId, batchId, inUpload.name)
    : machineFileKey(ownerId, svcUserId, id, artefacts.originalFile.file);
  return { name: fileName, isRouted: inUpload?.isRouted, download: (path) => files.download(key, path) };
}
