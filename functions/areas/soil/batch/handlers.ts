import type { Handlers } from '../../../http/exchange.ts';
import { listedFor } from '../../../http/parameters.ts';
import { shownSoilBatch, shownSoilEntries } from '../../../http/soil-batches.ts';
import type { SoilServices } from '../services.ts';
import { createSoilBatch } from './create-batch.ts';
import type { batchEndpoints } from './endpoints.ts';

export const batchHandlers: Handlers<typeof batchEndpoints, SoilServices> = {
  createSoilBatch,

  async getSoilBatch({ found, request }) {
    return { status: 200, body: shownSoilBatch(request, found.batch) };
  },

  async getSoilResults({ found, request }) {
    return { status: 200, body: shownSoilEntries(request, found.batch) };
  },

  async listSoilBatches({ query, asked, owner, request }, services) {
    const page = await services.soil.list(owner.id, query, listedFor(owner, services, asked));
    return { status: 200, page, body: page.items.map((batch) => shownSoilBatch(request, batch)) };
  },
};
