import { notFound } from '../../../../domain/errors.ts';
import { boundedOverlay } from '../../../../domain/geometry/bounded-overlay.ts';
import type { Handler } from '../../../http/exchange.ts';
import type { fieldsApi } from '../api.ts';
import { existingUser } from '../existing-user.ts';
import type { FieldsServices } from '../services.ts';

export const intersectFields: Handler<typeof fieldsApi.operations.intersectFields, FieldsServices> = async (
  { params, body, owner },
  services,
) => {
  const { svcUserId } = params;
  await existingUser(owner.id, svcUserId, services);
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
};
