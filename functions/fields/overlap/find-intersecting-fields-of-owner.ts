import type { Handler } from '../../http/exchange.ts';
import { pageHeaders, refuseDeepPage } from '../../http/page-headers.ts';
import { pageOf } from '../../http/parameters.ts';
import { fieldsApi } from '../api.ts';
import type { FieldsServices } from '../services.ts';
import { findOverlapping } from './find-overlapping.ts';
import { fieldsInPage, leastThreshold } from './operations.ts';

export const findIntersectingFieldsOfOwner: Handler<
  typeof fieldsApi.operations.findIntersectingFieldsOfOwner,
  FieldsServices
> = async ({ query, body, owner, request }, services) => {
  const asked = pageOf({ size: fieldsInPage, ...query });
  refuseDeepPage(asked);
  const wanted = { ownerId: owner.id, geometry: body.geometry, thresholdPercent: leastThreshold };
  const page = await findOverlapping(wanted, asked, services);
  const path = `${fieldsApi.base}/fields/query/intersects`;
  return { status: 200, headers: pageHeaders(request, path, asked, page), body: page.items };
};
