import { timestamp } from '../../../../domain/clock.ts';
import { notFound } from '../../../../domain/errors.ts';
import { replacedFarm } from '../../../../domain/farms/farm.ts';
import type { Handler } from '../../../http/exchange.ts';
import type { fieldsApi } from '../api.ts';
import { existingUser } from '../existing-user.ts';
import type { FieldsServices } from '../services.ts';

export const replaceFarm: Handler<typeof fieldsApi.operations.replaceFarm, FieldsServices> = async (
  { params, body, owner },
  services,
) => {
  await existingUser(owner.id, params.svcUserId, services);
  const now = timestamp(services.clock.now());
  const farm = await services.farms.change(owner.id, params.svcUserId, params.id, (before) =>
    replacedFarm(before, body, now),
  );
  if (!farm) throw notFound('farm', params.id);
  return { status: 200, body: farm };
};
