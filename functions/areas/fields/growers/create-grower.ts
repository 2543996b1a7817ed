import { timestamp } from '../../../../domain/clock.ts';
import { newGrower } from '../../../../domain/growers/grower.ts';
import type { Handler } from '../../../http/exchange.ts';
import { fieldsApi } from '../api.ts';
import { existingUser } from '../existing-user.ts';
import type { FieldsServices } from '../services.ts';

export const createGrower: Handler<typeof fieldsApi.operations.createGrower, FieldsServices> = async (
  { params, body, owner, request },
  services,
) => {
  const { svcUserId } = params;
  await existingUser(owner.id, svcUserId, services);
  const grower = await services.growers.create(owner.id, newGrower(svcUserId, body, timestamp(services.clock.now())));
  const location = `${request.base}${fieldsApi.base}/users/${svcUserId}/growers/${grower.id}`;
  return { status: 201, headers: { location }, body: grower };
};
