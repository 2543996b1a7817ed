import { timestamp } from '../../../../domain/clock.ts';
import { notFound } from '../../../../domain/errors.ts';
import { type Farm, newFarm, replacedFarm } from '../../../../domain/farms/farm.ts';
import type { Handlers } from '../../../http/exchange.ts';
import { listedFor } from '../../../http/parameters.ts';
import type { FieldsServices } from '../services.ts';
import type { farmEndpoints } from './endpoints.ts';

export const farmHandlers: Handlers<typeof farmEndpoints, FieldsServices> = {
  async listFarms({ query, asked, owner }, services) {
    const page = await services.farms.list(owner.id, query, listedFor(owner, services, asked));
    return { status: 200, page, body: page.items };
  },

  async getFarm({ found }) {
    return { status: 200, body: found.farm };
  },

  createFarm: ({ params: { svcUserId }, body, owner, once }, { farms, clock }) =>
    once<Farm>(
      (commit) => farms.create(owner.id, newFarm(svcUserId, body, timestamp(clock.now())), commit),
      (farm) => ({ status: 201, body: farm }),
    ),

  async replaceFarm({ params: { svcUserId, id }, body, owner }, { farms, clock }) {
    const now = timestamp(clock.now());
    const farm = await farms.change(owner.id, svcUserId, id, (before) => replacedFarm(before, body, now));
    if (!farm) throw notFound('farm', id);
    return { status: 200, body: farm };
  },
};
