import { notFound, Problem } from '../../../../domain/errors.ts';
import { givenGeometry } from '../../../../domain/geometry/given-geometry.ts';
import { checkGround, checkPlanetGround } from '../../../../domain/satellite/ground.ts';
import { newSatelliteField } from '../../../../domain/satellite/new-satellite-field.ts';
import { noPlanetKey } from '../../../../domain/satellite/planet/planet-key.ts';
import type { StoredSatelliteField } from '../../../../domain/satellite/satellite-field.ts';
import { imageryProviders } from '../../../../domain/satellite/scenes/scene.ts';
import type { Handlers } from '../../../http/exchange.ts';
import type { SatelliteServices } from '../services.ts';
import { upstreamNow } from '../upstream-header.ts';
import type { fieldEndpoints } from './endpoints.ts';

export const fieldHandlers: Handlers<typeof fieldEndpoints, SatelliteServices> = {
  async createSatelliteField({ body, owner, once }, services) {
    const { satelliteFields, planetKeys, searchQueue, overlay, newId, clock, upstreams } = services;
    const geometry = await givenGeometry(body.geometry, overlay);
    checkGround(geometry);
    return once<Omit<StoredSatelliteField, 'geometry'>>(
      async (commit) => {
        const field = newSatelliteField(body, { id: newId(), ownerId: owner.id, geometry, now: clock.now() });
        if (field.providers.includes('planet')) checkPlanetGround(geometry);
        if (field.providers.includes('planet') && !(await planetKeys.get(owner.id))) {
          const detail =
            'Planet images need an API key. Set it with PUT /providers/planet, or leave out the provider planet.';
          throw new Problem('forbidden', detail, { errorKey: 'planetNotEnabled' });
        }
        const { geometry: _, ...made } = field;
        await satelliteFields.register(field, await commit(made));
        return made;
      },
      async (made) => {
        // The sweep sends the message again if this fails.
        await searchQueue.send({ ownerId: owner.id, fieldId: made.id });
        return { status: 201, headers: upstreamNow(made.providers, upstreams), body: { ...made, geometry } };
      },
    );
  },

  async listSatelliteFields({ owner, asked }, { satelliteFields, upstreams }) {
    const page = await satelliteFields.list(owner.id, asked);
    const providers = page.items.length > 0 ? page.items.flatMap((field) => field.providers) : imageryProviders;
    return { status: 200, headers: upstreamNow(providers, upstreams), page, body: page.items };
  },

  getSatelliteField: async ({ found: { field } }, { upstreams }) => ({
    status: 200,
    headers: upstreamNow(field.providers, upstreams),
    body: field,
  }),

  async deleteSatelliteField({ found: { field } }, { satelliteFields, erasureQueue, upstreams }) {
    if (!(await satelliteFields.remove(field))) throw notFound('field', field.id);
    await erasureQueue.send({ ownerId: field.ownerId, fieldId: field.id });
    return { status: 204, headers: upstreamNow(field.providers, upstreams) };
  },

  async getSatelliteSubscription({ found: { field } }, { searches, planetKeys, upstreams }) {
    const { planet } = field.since;
    if (planet === undefined) {
      const detail = `The field ${field.id} has no subscription, because planet is not among its providers.`;
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
    return { status: 200, headers: upstreamNow(['planet'], upstreams), body };
  },
};
