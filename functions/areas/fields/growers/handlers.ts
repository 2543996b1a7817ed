import { timestamp } from '../../../../domain/clock.ts';
import { notFound } from '../../../../domain/errors.ts';
import { type Grower, newGrower, replacedGrower } from '../../../../domain/growers/grower.ts';
import type { Handlers } from '../../../http/exchange.ts';
import { listedFor } from '../../../http/parameters.ts';
import type { FieldsServices } from '../services.ts';
import type { growerEndpoints } from './endpoints.ts';

export const growerHandlers: Handlers<typeof growerEndpoints, FieldsServices> = {
  async listGrowers({ query, asked, owner }, services) {
    const page = await services.growers.list(owner.id, query, listedFor(owner, services, asked));
    return { status: 200, page, body: page.items };
  },

  async findGrower({ found }) {
    return { status: 200, body: found.grower };
  },

  async getGrower({ found }) {
    return { status: 200, body: found.grower };
  },

  createGrower: ({ params: { svcUserId }, body, owner, once }, { growers, clock }) =>
    once<Grower>(
      (commit) => growers.create(owner.id, newGrower(svcUserId, body, timestamp(clock.now())), commit),
      (grower) => ({ status: 201, body: grower }),
    ),

  async replaceGrower({ params: { svcUserId, id }, body, owner }, { growers, clock }) {
    const now = timestamp(clock.now());
    const grower = await growers.change(owner.id, svcUserId, id, (before) => replacedGrower(before, body, now));
    if (!grower) throw notFound('grower', id);
    return { status: 200, body: grower };
  },
};
