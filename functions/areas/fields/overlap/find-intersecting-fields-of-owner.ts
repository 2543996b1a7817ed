import type { Handler } from '../../../http/exchange.ts';
import { pageHeaders } from '../../../http/page-headers.ts';
import { pageOf } from '../../../http/parameters.ts';
import type { fieldsApi } from '../api.ts';
import type { FieldsServices } from '../services.ts';
import { findOverlapping } from './find-overlapping.ts';
import { fieldsInPage, leastThreshold } from './operations.ts';

export const findIntersectingFieldsOfOwner: Handler<
  typeof fieldsApi.operations.findIntersectingFieldsOfOwner,
  FieldsServices
> = async ({ query, body, owner, request }, services) => {
  const asked = pageOf({ size: fieldsInPage, ...query });
  const wanted = { ownerId: owner.id, geometry: body.geometry, thresholdPercent: leastThreshold };
  const page = await findOverlapping(wanted, asked, services);
  return { status: 200, headers: pageHeaders(request, asked, page), body: page.items };
};
