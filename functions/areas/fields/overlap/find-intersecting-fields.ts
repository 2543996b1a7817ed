import type { Handler } from '../../../http/exchange.ts';
import { pageHeaders } from '../../../http/page-headers.ts';
import { pageOf } from '../../../http/parameters.ts';
import type { fieldsApi } from '../api.ts';
import { existingUser } from '../existing-user.ts';
import type { FieldsServices } from '../services.ts';
import { findOverlapping } from './find-overlapping.ts';
import { fieldsInPage } from './operations.ts';

export const findIntersectingFields: Handler<
  typeof fieldsApi.operations.findIntersectingFields,
  FieldsServices
> = async ({ params, query, body, owner, request }, services) => {
  const { svcUserId } = params;
  const asked = pageOf({ size: fieldsInPage, ...query });
  await existingUser(owner.id, svcUserId, services);
  const { geometry, intersectionThreshold: thresholdPercent } = body;
  const page = await findOverlapping({ ownerId: owner.id, svcUserId, geometry, thresholdPercent }, asked, services);
  return { status: 200, headers: pageHeaders(request, asked, page), body: page.items };
};
