import { invalid, notFound, Problem } from '../../../../domain/errors.ts';
import { machineFileKey } from '../../../../domain/files/object-keys.ts';
import { artefacts } from '../../../../domain/machine-files/artefact.ts';
import type { MachineFile } from '../../../../domain/machine-files/machine-file.ts';
import { keyOfOutput, type OutputSubject } from '../../../../domain/machine-files/output-on-demand.ts';
import { countedFiles } from '../../../../domain/operations/counted-files.ts';
import { operationArtefacts } from '../../../../domain/operations/operation.ts';
import type { FieldsServices } from '../services.ts';
import { maxWorkedPoints } from './endpoints.ts';

/** Standard points as GeoJSON. */
export interface WorkedPoints {
  key: string;
  /** How many they are at most. */
  count: number;
  widthUnit: string | undefined;
  /** The member of the request that named them. */
  pointer: '#/fileId' | '#/operationId';
}

/**
 * Finds the points of a machine file or a field operation of a user.
 *
 * @throws Problem `fileNotFound` or `operationNotFound`, for those of others as well, `fileNotEnded`, `fileFailed`, `noPoints`, `tooManyPoints`, and those of `keyOfOutput`.
 */
export async function workedPoints(
  ownerId: string,
  svcUserId: string,
  { fileId, operationId = '' }: { fileId?: string | undefined; operationId?: string | undefined },
  services: FieldsServices,
): Promise<WorkedPoints> {
  const { output, ...found } =
    fileId === undefined
      ? await ofOperation(ownerId, svcUserId, operationId, services)
      : await ofFile(ownerId, svcUserId, fileId, services.machineFiles);
  if (found.count > maxWorkedPoints) {
    const message = `It has ${found.count} points; the limit is ${maxWorkedPoints}.`;
    throw invalid(found.pointer, message, 'tooManyPoints');
  }
  const asked = { ...services, queue: services.outputQueue };
  return { ...found, key: await keyOfOutput(output.subject, 'standardGeojson', output, asked) };
}

/** Points whose object may have to be made. */
interface FoundPoints extends Omit<WorkedPoints, 'key'> {
  output: { subject: OutputSubject; stored?: string; file: string };
}

async function ofFile(
  ownerId: string,
  svcUserId: string,
  id: string,
  machineFiles: FieldsServices['machineFiles'],
): Promise<FoundPoints> {
  const file = await machineFiles.get(ownerId, id);
  if (file?.svcUserId !== svcUserId) throw notFound('file', id);
  refuseUnready(file);
  if (!file.artefacts.includes('standardGeojson')) throw noPoints('#/fileId');
  const { file: name } = artefacts.standardGeojson;
  const subject = { ownerId, svcUserId, kind: 'file', id, version: file.updatedTime } as const;
  const output = { subject, stored: machineFileKey(ownerId, svcUserId, id, name), file: name };
  return { output, count: file.pointCounts?.kept ?? 0, widthUnit: file.units?.equipmentWidth, pointer: '#/fileId' };
}

async function ofOperation(
  ownerId: string,
  svcUserId: string,
  id: string,
  { machineFiles, operations }: Pick<FieldsServices, 'machineFiles' | 'operations'>,
): Promise<FoundPoints> {
  const operation = await operations.get(ownerId, id);
  if (operation?.svcUserId !== svcUserId) throw notFound('operation', id);
  if (!operation.artefacts.includes('standardGeojson')) throw noPoints('#/operationId');
  const files = await machineFiles.many(ownerId, countedFiles(operation));
  const count = files.reduce((sum, { pointCounts }) => sum + (pointCounts?.kept ?? 0), 0);
  const { file: name } = operationArtefacts.standardGeojson;
  const subject = { ownerId, svcUserId, kind: 'operation', id, version: operation.updatedTime } as const;
  return {
    output: { subject, file: name },
    count,
    widthUnit: operation.units.equipmentWidth,
    pointer: '#/operationId',
  };
}

function refuseUnready({ status }: MachineFile): void {
  if (status === 'processing') {
    throw new Problem('conflict', 'The file is still being processed. Send the request again when it has ended.', {
      errorKey: 'fileNotEnded',
    });
  }
  if (status === 'failed') {
    throw new Problem('conflict', 'The file has failed and has no points. Its problems say why; reprocess it first.', {
      errorKey: 'fileFailed',
    });
  }
}

export function noPoints(pointer: WorkedPoints['pointer']): Problem {
  return invalid(pointer, 'It has no points with a position.', 'noPoints');
}
