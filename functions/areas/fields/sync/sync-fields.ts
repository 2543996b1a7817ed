import type { Handler } from '../../../http/exchange.ts';
import type { fieldsApi } from '../api.ts';
import { existingUser } from '../existing-user.ts';
import type { FieldsServices } from '../services.ts';

export const syncFields: Handler<typeof fieldsApi.operations.syncFields, FieldsServices> = async (
  { params, owner },
  services,
) => {
  const { svcUserId } = params;
  await existingUser(owner.id, svcUserId, services);
  await services.syncQueue.send({ ownerId: owner.id, svcUserId });
  return { status: 202, body: {} };
};
