import type * as z from 'zod';
import type { operationFileSchema } from '../../../../domain/fields/operation-file.ts';
import type { MachineFile } from '../../../../domain/machine-files/machine-file.ts';
import { cropsOf, isWanted, varietiesOf, workIn } from '../../../../domain/operations/recorded-work.ts';
import type { operationFileEndpoints } from './endpoints.ts';

/** The query parameters of the list of operation files. */
type FileFilter = z.output<typeof operationFileEndpoints.listOperationFiles.query>;

/** Whether some of a file's points lie in a field. */
export function isOfField(file: MachineFile, fieldId: string): boolean {
  return workIn(file) !== undefined && file.fields.includes(fieldId);
}

/** Whether a file is wanted by the filters of a list. */
export function wantedBy({ origin, ...asked }: FileFilter) {
  return (file: MachineFile): boolean => {
    const work = workIn(file);
    return (origin === undefined || file.origin === origin) && work !== undefined && isWanted(work, asked);
  };
}

/** A machine file as a field shows it. */
export function operationFile(file: MachineFile): z.input<typeof operationFileSchema> {
  const { id, operationType = 'other', origin, startTime, endTime, provider, svcUserId } = file;
  return {
    id,
    operationType,
    origin,
    ...(startTime !== undefined && { startTime }),
    ...(endTime !== undefined && { endTime }),
    crops: cropsOf(file),
    varieties: varietiesOf(file),
    provider,
    svcUserId,
  };
}
