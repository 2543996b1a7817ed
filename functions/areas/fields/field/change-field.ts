import { timestamp } from '../../../../domain/clock.ts';
import { notFound } from '../../../../domain/errors.ts';
import { changedField } from '../../../../domain/fields/changed-field.ts';
import { givenGeometry } from '../../../../domain/geometry/given-geometry.ts';
import type { Handler } from '../../../http/exchange.ts';
import type { fieldsApi } from '../api.ts';
import { existingUser } from '../existing-user.ts';
import type { FieldsServices } from '../services.ts';

export const changeField: Handler<typeof fieldsApi.operations.changeField, FieldsServices> = async (
  { params, body, owner },
  services,
) => {
  const { svcUserId, id } = params;
  const { fieldEdits, overlay, newId, clock } = services;
  await existingUser(owner.id, svcUserId, services);
  const geometry = body.geometry && (await givenGeometry(body.geometry, overlay));
  const changes = { ...body, geometry };
  const changed = await fieldEdits.change(owner.id, svcUserId, id, (before) =>
    changedField(before, changes, newId(), timestamp(clock.now())),
  );
  if (!changed) throw notFound('field', id);
  const { field, boundary } = changed;
  return { status: 200, body: boundary ? { ...field, geometry: boundary.geometry } : field };
};
