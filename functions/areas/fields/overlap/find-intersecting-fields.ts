import type { Handler } from '../../../http/exchange.ts';
import type { fieldsApi } from '../api.ts';
import { existingUser } from '../existing-user.ts';
import type { FieldsServices } from '../services.ts';
import { findOverlapping } from './find-overlapping.ts';

export const findIntersectingFields: Handler<
  typeof fieldsApi.operations.findIntersectingFields,
  FieldsServices
> = async ({ params, asked, body, owner }, services) => {
  const { svcUserId } = params;
  await existingUser(owner.id, svcUserId, services);
  const { geometry, intersectionThreshold: thresholdPercent } = body;
  const page = await findOverlapping({ ownerId: owner.id, svcUserId, geometry, thresholdPercent }, asked, services);
  return { status: 200, page, body: page.items };
};
