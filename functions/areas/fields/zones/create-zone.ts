import { timestamp } from '../../../../domain/clock.ts';
import { invalid } from '../../../../domain/errors.ts';
import { givenGeometry } from '../../../../domain/geometry/given-geometry.ts';
import { newZone } from '../../../../domain/zones/zone.ts';
import type { Handler } from '../../../http/exchange.ts';
import { fieldsApi } from '../api.ts';
import { existingField } from '../existing-field.ts';
import type { FieldsServices } from '../services.ts';

export const createZone: Handler<typeof fieldsApi.operations.createZone, FieldsServices> = async (
  { params, body, owner, request },
  services,
) => {
  const { svcUserId, fieldId } = params;
  await existingField(owner.id, params, services);
  if (body.fieldId !== undefined && body.fieldId !== fieldId) {
    throw invalid('#/fieldId', `The path names the field ${fieldId}. Leave fieldId out, or give the same.`);
  }
  const geometry = await givenGeometry(body.geometry, services.overlay);
  const zone = newZone({ id: services.newId(), svcUserId, fieldId }, body, geometry, timestamp(services.clock.now()));
  await services.zones.create(owner.id, zone);
  const location = `${request.base}${fieldsApi.base}/users/${svcUserId}/fields/${fieldId}/zones`;
  return { status: 201, headers: { location }, body: zone };
};
