import type * as z from 'zod';
import { fieldPlace } from '../../../domain/fields/field-store.ts';
import { everyRow, selection } from '../../../domain/paging.ts';
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
  const shown = selection(
    'workedFields',
    asked,
    (file: Parameters<typeof isWanted>[0]) => hasWork(file) && isWanted(file),
  );
  const { items } = await machineFiles.list(ownerId, query.svcUserId, shown, everyRow);
  return new Set(items.flatMap(({ svcUserId, fields }) => fields.map((id) => fieldPlace(svcUserId, id))));
}
