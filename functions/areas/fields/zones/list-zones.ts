import type { Handler } from '../../../http/exchange.ts';
import type { fieldsApi } from '../api.ts';
import { existingField } from '../existing-field.ts';
import type { FieldsServices } from '../services.ts';

export const listZones: Handler<typeof fieldsApi.operations.listZones, FieldsServices> = async (
  { params, asked, owner },
  services,
) => {
  const { svcUserId, fieldId } = params;
  await existingField(owner.id, params, services);
  const page = await services.zones.list(owner.id, svcUserId, fieldId, asked);
  return { status: 200, page, body: page.items };
};
