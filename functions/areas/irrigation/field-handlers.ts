import type { Handlers } from '../../http/exchange.ts';
import { datesIn, showingFor } from './asked.ts';
import type { fieldEndpoints } from './field-endpoints.ts';
import type { IrrigationServices } from './services.ts';
import { shownFieldIrrigation, shownPieces } from './show.ts';

export const fieldHandlers: Handlers<typeof fieldEndpoints, IrrigationServices> = {
  async listIrrigatedFields({ params: { svcUserId }, query, asked, owner }, { irrigation }) {
    const { equipmentId, ...span } = query;
    const page = await irrigation.wateredFields(owner.id, svcUserId, { equipmentId, ...datesIn(span) }, asked);
    return { status: 200, page, body: page.items };
  },

  async listFieldIrrigation({ params: { svcUserId, fieldId }, query, asked, owner, request }, services) {
    const { provider, irrigationId, ...span } = query;
    const filter = { provider, irrigationId, ...datesIn(span) };
    const page = await services.irrigation.listOfField(owner.id, svcUserId, fieldId, filter, asked);
    const showing = await showingFor(owner, svcUserId, request, services);
    return { status: 200, page, body: page.items.map((one) => shownFieldIrrigation(one, showing)) };
  },

  async getFieldIrrigation({ params: { svcUserId }, found, owner, request }, services) {
    const showing = await showingFor(owner, svcUserId, request, services);
    return { status: 200, body: shownFieldIrrigation(found.irrigation, showing) };
  },

  async getFieldIrrigationStandardGeojson({ params: { svcUserId, id }, owner, request }, services) {
    const { units } = await showingFor(owner, svcUserId, request, services);
    return { status: 200, body: shownPieces(await services.irrigation.pieces(owner.id, svcUserId, id), units) };
  },

  async getFieldIrrigationUnits({ params: { svcUserId }, owner, request }, services) {
    const { units } = await showingFor(owner, svcUserId, request, services);
    const { depth, totalArea, totalVolume } = units;
    return { status: 200, body: { depth, totalArea, totalVolume, totalPowerOn: 'hr', coverage: 'percentage' } };
  },
};
