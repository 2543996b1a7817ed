import { notFound } from '../../../../domain/errors.ts';
import { soilBatchDeleted } from '../../../../domain/soil/batch/soil-events.ts';
import type { Handlers } from '../../../http/exchange.ts';
import { listedFor } from '../../../http/parameters.ts';
import { shownSoilBatch, shownSoilEntries } from '../../../http/soil-batches.ts';
import { refuseWhileProcessing } from '../results/completed.ts';
import type { SoilServices } from '../services.ts';
import { createSoilBatch } from './create-batch.ts';
import type { batchEndpoints } from './endpoints.ts';

export const batchHandlers: Handlers<typeof batchEndpoints, SoilServices> = {
  createSoilBatch,

  async getSoilBatch({ found, request }) {
    return { status: 200, body: shownSoilBatch(request, found.batch) };
  },

  async deleteSoilBatch({ found: { batch }, owner }, { soil, clock, derivedId }) {
    batch.entries.forEach(refuseWhileProcessing);
    const ids = {
      id: derivedId(batch.id, 'deleted'),
      ownerId: owner.id,
      svcUserId: batch.svcUserId,
      batchId: batch.id,
    };
    if (!(await soil.remove(owner.id, batch, soilBatchDeleted(ids, clock.now()))))
      throw notFound('soil batch', batch.id);
    return { status: 204 };
  },

  async getSoilResults({ found, request }) {
    return { status: 200, body: shownSoilEntries(request, found.batch) };
  },

  async listSoilBatches({ query, asked, owner, request }, services) {
    const page = await services.soil.list(owner.id, query, listedFor(owner, services, asked));
    return { status: 200, page, body: page.items.map((batch) => shownSoilBatch(request, batch)) };
  },
};
