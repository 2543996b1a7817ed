import { notFound, Problem } from '../../../../domain/errors.ts';
import { givenGeometry } from '../../../../domain/geometry/given-geometry.ts';
import { checkGround, checkPlanetGround } from '../../../../domain/satellite/ground.ts';
import { newSatelliteField } from '../../../../domain/satellite/new-satellite-field.ts';
import { noPlanetKey } from '../../../../domain/satellite/planet/planet-key.ts';
import type { Handlers } from '../../../http/exchange.ts';
import type { SatelliteServices } from '../services.ts';
import type { fieldEndpoints } from './endpoints.ts';

export const fieldHandlers: Handlers<typeof fieldEndpoints, SatelliteServices> = {
  async createSatelliteField({ body, owner }, services) {
    const { satelliteFields, planetKeys, searchQueue, overlay, newId, clock } = services;
    const geometry = await givenGeometry(body.geometry, overlay);
    checkGround(geometry);
    const field = newSatelliteField(body, { id: newId(), ownerId: owner.id, geometry, now: clock.now() });
    if (field.providers.includes('planet')) checkPlanetGround(geometry);
    if (field.providers.includes('planet') && !(await planetKeys.get(owner.id))) {
      const detail =
        'Images of Planet need your API key. Give it at /providers/planet, or leave out the provider planet.';
      throw new Problem('forbidden', detail, { errorKey: 'planetNotEnabled' });
    }
    await satelliteFields.register(field);
    // The sweep sends it where this does not come to pass.
    await searchQueue.send({ ownerId: owner.id, fieldId: field.id });
    return { status: 201, body: field };
  },

  async listSatelliteFields({ owner, asked }, { satelliteFields }) {
    const page = await satelliteFields.list(owner.id, asked);
    return { status: 200, page, body: page.items };
  },

  getSatelliteField: async ({ found }) => ({ status: 200, body: found.field }),

  async deleteSatelliteField({ found: { field } }, { satelliteFields, erasureQueue }) {
    if (!(await satelliteFields.remove(field))) throw notFound('field', field.id);
    await erasureQueue.send({ ownerId: field.ownerId, fieldId: field.id });
    return { status: 204 };
  },

  async getSatelliteSubscription({ found: { field } }, { searches, planetKeys }) {
    const { planet } = field.since;
    if (planet === undefined) {
      const detail = `The field ${field.id} has no subscription, since planet is not among its providers.`;
      throw new Problem('notFound', detail, { errorKey: 'subscriptionNotFound' });
    }
    const { searchedAt, searchFailure, orderFailure } =
      (await searches.state({ ownerId: field.ownerId, fieldId: field.id })) ?? {};
    const hasKey = (await planetKeys.get(field.ownerId)) !== undefined;
    const failure = hasKey ? (searchFailure ?? orderFailure) : { reason: noPlanetKey };
    const body = {
      status: failure ? ('FAILED' as const) : searchedAt ? ('ACTIVE' as const) : ('PENDING' as const),
      ...(failure && { reason: failure.reason }),
      ...(searchedAt && { searchedAt }),
      planetAssetTypes: field.assetTypes ?? [],
      planetItemTypes: ['PSScene'],
      startDate: `${planet}T00:00:00.000Z`,
    };
    return { status: 200, body };
  },
};
