import { timestamp } from '../../../../domain/clock.ts';
import { newFarm } from '../../../../domain/farms/farm.ts';
import type { Handler } from '../../../http/exchange.ts';
import { fieldsApi } from '../api.ts';
import { existingUser } from '../existing-user.ts';
import type { FieldsServices } from '../services.ts';

export const createFarm: Handler<typeof fieldsApi.operations.createFarm, FieldsServices> = async (
  { params, body, owner, request },
  services,
) => {
  const { svcUserId } = params;
  await existingUser(owner.id, svcUserId, services);
  const farm = await services.farms.create(owner.id, newFarm(svcUserId, body, timestamp(services.clock.now())));
  const location = `${request.base}${fieldsApi.base}/users/${svcUserId}/farms/${farm.id}`;
  return { status: 201, headers: { location }, body: farm };
};
