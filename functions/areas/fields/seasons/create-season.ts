import { timestamp } from '../../../../domain/clock.ts';
import { newSeason } from '../../../../domain/seasons/season.ts';
import type { Handler } from '../../../http/exchange.ts';
import { fieldsApi } from '../api.ts';
import { existingUser } from '../existing-user.ts';
import type { FieldsServices } from '../services.ts';

export const createSeason: Handler<typeof fieldsApi.operations.createSeason, FieldsServices> = async (
  { params, body, owner, request },
  services,
) => {
  const { svcUserId } = params;
  await existingUser(owner.id, svcUserId, services);
  const season = newSeason({ id: services.newId(), svcUserId }, body, timestamp(services.clock.now()));
  await services.seasons.create(owner.id, season);
  const location = `${request.base}${fieldsApi.base}/users/${svcUserId}/seasons?fieldId=${season.fieldId}`;
  return { status: 201, headers: { location }, body: season };
};
