import type * as z from 'zod';
import type { operationFileSchema } from '../../../../domain/fields/operation-file.ts';
import { hasPoints } from '../../../../domain/machine-files/has-points.ts';
import type { MachineFile } from '../../../../domain/machine-files/machine-file.ts';
import type { operationFileOperations } from './operations.ts';

/** What files may be narrowed to. */
type FileFilter = Partial<z.output<typeof operationFileOperations.listOperationFiles.query>> & {
  variety?: string | undefined;
};

/** Whether a machine file has points that count. The same content sent twice counts once. */
export function hasWork(file: MachineFile): boolean {
  return hasPoints(file) && file.duplicateOf === undefined;
}

/** Whether some of a file's points lie in a field. */
export function isOfField(file: MachineFile, fieldId: string): boolean {
  return hasWork(file) && file.fields.includes(fieldId);
}

/** Whether a file is wanted by the filters of a list. A file without a time is not on or after any. */
export function wantedBy({ operationType, provider, origin, crop, variety, startTime, endTime }: FileFilter) {
  return (file: MachineFile): boolean =>
    (operationType === undefined || file.operationType === operationType) &&
    (provider === undefined || file.provider === provider) &&
    (origin === undefined || file.origin === origin) &&
    (crop === undefined || cropsOf(file).includes(crop.toLowerCase())) &&
    (variety === undefined || varietiesOf(file).includes(variety)) &&
    (startTime === undefined || (file.startTime !== undefined && Date.parse(file.startTime) >= startTime)) &&
    (endTime === undefined || (file.endTime !== undefined && Date.parse(file.endTime) <= endTime));
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

function varietiesOf({ summary }: MachineFile): string[] {
  return (summary?.properties.varieties ?? []).map(({ name }) => name);
}

function cropsOf({ summary }: MachineFile): string[] {
  return summary?.properties.crop ?? [];
}
