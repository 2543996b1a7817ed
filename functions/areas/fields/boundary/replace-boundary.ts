import { timestamp } from '../../../../domain/clock.ts';
import { notFound } from '../../../../domain/errors.ts';
import { changedField } from '../../../../domain/fields/changed-field.ts';
import { givenGeometry } from '../../../../domain/geometry/given-geometry.ts';
import type { Handler } from '../../../http/exchange.ts';
import type { fieldsApi } from '../api.ts';
import { existingUser } from '../existing-user.ts';
import type { FieldsServices } from '../services.ts';

export const replaceBoundary: Handler<typeof fieldsApi.operations.replaceBoundary, FieldsServices> = async (
  { params, body, owner },
  services,
) => {
  const { svcUserId, fieldId } = params;
  const { fieldEdits, overlay, newId, clock } = services;
  await existingUser(owner.id, svcUserId, services);
  const geometry = await givenGeometry(body.geometry, overlay);
  const changed = await fieldEdits.change(owner.id, svcUserId, fieldId, (before) =>
    changedField(before, { geometry }, newId(), timestamp(clock.now())),
  );
  if (!changed?.boundary) throw notFound('field', fieldId);
  return { status: 200, body: changed.boundary };
};
