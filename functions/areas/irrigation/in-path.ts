import * as z from 'zod';
import { notFound } from '../../../domain/errors.ts';
import { fieldIdSchema } from '../../../domain/fields/field.ts';
import type { FieldDirectory } from '../../../domain/fields/field-store.ts';
import type {
  StoredEquipment,
  StoredFieldIrrigation,
  StoredIrrigation,
} from '../../../domain/irrigation/irrigation.ts';
import type { IrrigationDirectory } from '../../../domain/irrigation/irrigation-store.ts';
import { type Finder, orNotFound } from '../../http/existence.ts';
import { idInPath, userIdInPath } from '../../http/parameters.ts';

export const userPath = z.object({ svcUserId: userIdInPath });
export const recordPath = userPath.extend({
  id: idInPath.describe('Id of the equipment or of the irrigation, as its list has it.'),
});
export const fieldPath = userPath.extend({ fieldId: fieldIdSchema });
export const fieldRecordPath = fieldPath.extend({
  id: idInPath.describe('Id of the irrigation of the field, as its list has it.'),
});

interface Irrigation {
  irrigation: IrrigationDirectory;
}
type Record = { params: z.infer<typeof recordPath> };

export const equipmentInPath: Finder<Record, Irrigation, StoredEquipment> = async (
  { ownerId, params: { svcUserId, id } },
  { irrigation },
) => orNotFound(await irrigation.getEquipment(ownerId, svcUserId, id), 'irrigation equipment', id);

export const irrigationInPath: Finder<Record, Irrigation, StoredIrrigation> = async (
  { ownerId, params: { svcUserId, id } },
  { irrigation },
) => orNotFound(await irrigation.get(ownerId, svcUserId, id), 'applied irrigation', id);

export const fieldInPath: Finder<
  { params: z.infer<typeof fieldPath> },
  { fields: Pick<FieldDirectory, 'has'> },
  true
> = async ({ ownerId, params: { svcUserId, fieldId } }, { fields }) => {
  if (!(await fields.has(ownerId, svcUserId, fieldId))) throw notFound('field', fieldId);
  return true;
};

export const fieldIrrigationInPath: Finder<
  { params: z.infer<typeof fieldRecordPath> },
  Irrigation,
  StoredFieldIrrigation
> = async ({ ownerId, params: { svcUserId, fieldId, id } }, { irrigation }) =>
  orNotFound(await irrigation.getOfField(ownerId, svcUserId, fieldId, id), 'field irrigation', id);
