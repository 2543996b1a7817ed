import { notFound } from '../../../../domain/errors.ts';
import { refuseMadeByOthers } from '../../../../domain/fields/changed-field.ts';
import type { Handler } from '../../../http/exchange.ts';
import type { fieldsApi } from '../api.ts';
import { existingUser } from '../existing-user.ts';
import type { FieldsServices } from '../services.ts';

export const deleteField: Handler<typeof fieldsApi.operations.deleteField, FieldsServices> = async (
  { params, owner },
  services,
) => {
  const { svcUserId, id } = params;
  await existingUser(owner.id, svcUserId, services);
  if (!(await services.fieldEdits.remove(owner.id, svcUserId, id, refuseMadeByOthers))) throw notFound('field', id);
  return { status: 204 };
};
