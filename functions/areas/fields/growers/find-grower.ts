import { notFound } from '../../../../domain/errors.ts';
import type { Handler } from '../../../http/exchange.ts';
import type { fieldsApi } from '../api.ts';
import type { FieldsServices } from '../services.ts';

export const findGrower: Handler<typeof fieldsApi.operations.findGrower, FieldsServices> = async (
  { params, owner },
  { growers, users },
) => {
  const grower = await growers.find(owner.id, params.id);
  if (!grower || !(await users.get(owner.id, grower.svcUserId))) throw notFound('grower', params.id);
  return { status: 200, body: grower };
};
