import type { Handler } from '../../../http/exchange.ts';
import type { fieldsApi } from '../api.ts';
import type { FieldsServices } from '../services.ts';
import { findOverlapping } from './find-overlapping.ts';
import { leastThreshold } from './operations.ts';

export const findIntersectingFieldsOfOwner: Handler<
  typeof fieldsApi.operations.findIntersectingFieldsOfOwner,
  FieldsServices
> = async ({ asked, body, owner }, services) => {
  const wanted = { ownerId: owner.id, geometry: body.geometry, thresholdPercent: leastThreshold };
  const page = await findOverlapping(wanted, asked, services);
  return { status: 200, page, body: page.items };
};
