import { timestamp } from '../../../../domain/clock.ts';
import { newField } from '../../../../domain/fields/new-field.ts';
import { givenGeometry } from '../../../../domain/geometry/given-geometry.ts';
import type { Handler } from '../../../http/exchange.ts';
import { fieldsApi } from '../api.ts';
import { existingUser } from '../existing-user.ts';
import type { FieldsServices } from '../services.ts';

export const createField: Handler<typeof fieldsApi.operations.createField, FieldsServices> = async (
  { params, body, owner, request },
  services,
) => {
  const { svcUserId } = params;
  const { fieldEdits, overlay, newId, clock } = services;
  await existingUser(owner.id, svcUserId, services);
  const geometry = await givenGeometry(body.geometry, overlay);
  const members = { ...body, id: body.id ?? newId(), svcUserId, geometry };
  const created = newField(members, newId(), timestamp(clock.now()));
  await fieldEdits.create(owner.id, created);
  const location = `${request.base}${fieldsApi.base}/users/${svcUserId}/fields/${created.field.id}`;
  return { status: 201, headers: { location }, body: { ...created.field, geometry } };
};
