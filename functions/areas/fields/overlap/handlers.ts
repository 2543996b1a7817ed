import { notFound } from '../../../../domain/errors.ts';
import { boundedOverlay } from '../../../../domain/geometry/bounded-overlay.ts';
import type { Handlers } from '../../../http/exchange.ts';
import type { FieldsServices } from '../services.ts';
import { minThreshold, type overlapEndpoints } from './endpoints.ts';
import { findOverlapping } from './find-overlapping.ts';

export const overlapHandlers: Handlers<typeof overlapEndpoints, FieldsServices> = {
  async findIntersectingFields({ params: { svcUserId }, asked, body, owner }, services) {
    const { geometry, intersectionThreshold: thresholdPercent } = body;
    const page = await findOverlapping({ ownerId: owner.id, svcUserId, geometry, thresholdPercent }, asked, services);
    return { status: 200, page, body: page.items };
  },

  async findIntersectingFieldsOfOwner({ asked, body, owner }, services) {
    const wanted = { ownerId: owner.id, geometry: body.geometry, thresholdPercent: minThreshold };
    const page = await findOverlapping(wanted, asked, services);
    return { status: 200, page, body: page.items };
  },

  async intersectFields({ params: { svcUserId }, body, owner }, services) {
    const ids = [...new Set(body)];
    const found = await services.fields.withShapes(
      owner.id,
      ids.map((fieldId) => ({ svcUserId, fieldId })),
    );
    const shapes = new Map(found.map(({ field, boundary }) => [field.id, boundary.geometry]));
    const missing = ids.find((id) => !shapes.has(id));
    if (missing !== undefined) throw notFound('field', missing);
    const overlay = boundedOverlay(await services.overlay());
    const common = [...shapes.values()].reduce((all, shape) => overlay.intersection(all, shape));
    return { status: 200, body: common };
  },
};
