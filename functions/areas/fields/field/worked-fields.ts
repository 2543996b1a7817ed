import type * as z from 'zod';
import { fieldPlace } from '../../../../domain/fields/field-store.ts';
import type { MachineFile } from '../../../../domain/machine-files/machine-file.ts';
import { everyRow, selection } from '../../../../domain/paging.ts';
import { hasWork, wantedBy } from '../operation-file/operation-file.ts';
import type { FieldsServices } from '../services.ts';
import type { fieldOperations } from './operations.ts';

type Query = z.output<typeof fieldOperations.listFields.query>;

/**
 * The fields on which machine files recorded the work that a list asks for; undefined when it asks for none. One file has to meet all that
 * is asked.
 */
export async function workedFields(
  ownerId: string,
  query: Query,
  { machineFiles }: Pick<FieldsServices, 'machineFiles'>,
): Promise<ReadonlySet<string> | undefined> {
  const asked = {
    operationType: query.operationType,
    provider: query.operationProvider,
    startTime: query.operationStartTime,
    endTime: query.operationEndTime,
    crop: query.operationCrop,
    variety: query.operationVariety,
  };
  if (Object.values(asked).every((value) => value === undefined)) return undefined;
  const isWanted = wantedBy(asked);
  const wants = (file: MachineFile) => hasWork(file) && isWanted(file);
  const worked = new Set<string>();
  for await (const { svcUserId, fields } of candidates(ownerId, query.svcUserId, wants, machineFiles)) {
    for (const id of fields) worked.add(fieldPlace(svcUserId, id));
  }
  return worked;
}

/** All files of one user; of all users as many as can be gone through at once. */
async function* candidates(
  ownerId: string,
  svcUserId: string | undefined,
  wants: (file: MachineFile) => boolean,
  machineFiles: FieldsServices['machineFiles'],
): AsyncGenerator<MachineFile> {
  if (svcUserId === undefined) {
    yield* (await machineFiles.list(ownerId, undefined, selection('workedFields', { wants: true }, wants), everyRow))
      .items;
    return;
  }
  for await (const file of machineFiles.each(ownerId, svcUserId)) if (wants(file)) yield file;
}
