import type { MachineFile } from '../../../domain/machine-files/machine-file.ts';
import type { MachineFileDirectory } from '../../../domain/machine-files/machine-file-store.ts';

/** Records beyond these are not read for their units: nothing is then told that has one. */
const mostFiles = 1_000;

/** The unit of a property where all files have the same, so that values of them can be put together. */
export async function unitsOfFiles(
  ownerId: string,
  fileIds: readonly string[],
  machineFiles: MachineFileDirectory,
): Promise<(property: string) => string | undefined> {
  const files: MachineFile[] = fileIds.length > mostFiles ? [] : await machineFiles.many(ownerId, fileIds);
  return (property) => {
    const units = new Set(files.flatMap((file) => file.units?.[property] ?? []));
    return units.size === 1 ? [...units][0] : undefined;
  };
}
