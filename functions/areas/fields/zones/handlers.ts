import { timestamp } from '../../../../domain/clock.ts';
import { invalid, notFound } from '../../../../domain/errors.ts';
import { givenGeometry } from '../../../../domain/geometry/given-geometry.ts';
import { newZone, type Zone } from '../../../../domain/zones/zone.ts';
import type { Handlers } from '../../../http/exchange.ts';
import type { FieldsServices } from '../services.ts';
import type { zoneEndpoints } from './endpoints.ts';

export const zoneHandlers: Handlers<typeof zoneEndpoints, FieldsServices> = {
  async listZones({ params: { svcUserId, fieldId }, asked, owner }, { zones }) {
    const page = await zones.list(owner.id, svcUserId, fieldId, asked);
    return { status: 200, page, body: page.items };
  },

  async createZone({ params: { svcUserId, fieldId }, body, owner, once }, { zones, overlay, newId, clock }) {
    if (body.fieldId !== undefined && body.fieldId !== fieldId) {
      throw invalid(
        '#/fieldId',
        `fieldId differs from the field ${fieldId} in the path. Omit it, or send the same id.`,
      );
    }
    const geometry = await givenGeometry(body.geometry, overlay);
    return once<Omit<Zone, 'geometry'>>(
      async (commit) => {
        const { geometry: _, ...zone } = newZone(
          { id: newId(), svcUserId, fieldId },
          body,
          geometry,
          timestamp(clock.now()),
        );
        await zones.create(owner.id, { ...zone, geometry }, await commit(zone));
        return zone;
      },
      (zone) => ({ status: 201, body: { ...zone, geometry } }),
    );
  },

  async deleteZone({ params: { zoneId }, owner }, { zones }) {
    if (!(await zones.remove(owner.id, zoneId))) throw notFound('zone', zoneId);
    return { status: 204 };
  },
};
