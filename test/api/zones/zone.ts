import type { Zone } from '../../../domain/zones/zone.ts';
import { fieldsService } from '../growers/grower.ts';
import type { TestOwner } from '../owner.ts';

/** A triangle in Iowa. */
export const triangle = {
  type: 'MultiPolygon',
  coordinates: [
    [
      [
        [-93.61, 42],
        [-93.609, 42],
        [-93.609, 42.001],
        [-93.61, 42],
      ],
    ],
  ],
};

/** Draws a zone over HTTP. */
export async function freshZone(owner: TestOwner, svcUserId: string, fieldId: string, name = 'Wet'): Promise<Zone> {
  const path = `${fieldsService}/users/${svcUserId}/fields/${fieldId}/zones`;
  const { status, body } = await owner.post<Zone>(path, { name, geometry: triangle });
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
}
