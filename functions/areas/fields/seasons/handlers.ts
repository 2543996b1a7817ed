import { timestamp } from '../../../../domain/clock.ts';
import { notFound } from '../../../../domain/errors.ts';
import { newSeason, type Season } from '../../../../domain/seasons/season.ts';
import type { Handlers } from '../../../http/exchange.ts';
import type { FieldsServices } from '../services.ts';
import type { seasonEndpoints } from './endpoints.ts';

export const seasonHandlers: Handlers<typeof seasonEndpoints, FieldsServices> = {
  async listSeasons({ params: { svcUserId }, query, asked, owner }, { seasons }) {
    const page = await seasons.list(owner.id, svcUserId, query.fieldId, asked);
    return { status: 200, page, body: page.items };
  },

  createSeason: ({ params: { svcUserId }, body, owner, once }, { seasons, newId, clock }) =>
    once<Season>(
      async (commit) => {
        const season = newSeason({ id: newId(), svcUserId }, body, timestamp(clock.now()));
        await seasons.create(owner.id, season, await commit(season));
        return season;
      },
      (season) => ({ status: 201, body: season }),
    ),

  async deleteSeason({ params: { svcUserId, seasonId }, owner }, { seasons }) {
    if (!(await seasons.remove(owner.id, svcUserId, seasonId))) throw notFound('season', seasonId);
    return { status: 204 };
  },
};
