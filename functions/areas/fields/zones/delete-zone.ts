import { notFound } from '../../../../domain/errors.ts';
import type { Handler } from '../../../http/exchange.ts';
import type { fieldsApi } from '../api.ts';
import type { FieldsServices } from '../services.ts';

export const deleteZone: Handler<typeof fieldsApi.operations.deleteZone, FieldsServices> = async (
  { params, owner },
  { zones },
) => {
  if (!(await zones.remove(owner.id, params.zoneId))) throw notFound('zone', params.zoneId);
  return { status: 204 };
};
