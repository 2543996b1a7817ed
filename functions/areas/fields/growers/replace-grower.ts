import { timestamp } from '../../../../domain/clock.ts';
import { notFound } from '../../../../domain/errors.ts';
import { renamedGrower } from '../../../../domain/growers/grower.ts';
import type { Handler } from '../../../http/exchange.ts';
import type { fieldsApi } from '../api.ts';
import { existingUser } from '../existing-user.ts';
import type { FieldsServices } from '../services.ts';

export const replaceGrower: Handler<typeof fieldsApi.operations.replaceGrower, FieldsServices> = async (
  { params, body, owner },
  services,
) => {
  await existingUser(owner.id, params.svcUserId, services);
  const now = timestamp(services.clock.now());
  const grower = await services.growers.change(owner.id, params.svcUserId, params.id, (before) =>
    renamedGrower(before, body, now),
  );
  if (!grower) throw notFound('grower', params.id);
  return { status: 200, body: grower };
};
