import { irrigationMap } from '../../../domain/irrigation/irrigation-map.ts';
import type { Handlers } from '../../http/exchange.ts';
import { datesIn, showingFor } from './asked.ts';
import type { machineEndpoints } from './machine-endpoints.ts';
import type { IrrigationServices } from './services.ts';
import { shownEquipment, shownIrrigation } from './show.ts';
import { shownGround } from './show-ground.ts';

export const machineHandlers: Handlers<typeof machineEndpoints, IrrigationServices> = {
  async listIrrigationEquipment({ params: { svcUserId }, query, asked, owner, request }, services) {
    const page = await services.irrigation.listEquipment(owner.id, svcUserId, query, asked);
    const { units } = await showingFor(owner, svcUserId, request, services);
    return { status: 200, page, body: page.items.map((one) => shownEquipment(one, units)) };
  },

  async getIrrigationEquipment({ params: { svcUserId }, found, owner, request }, services) {
    const { units } = await showingFor(owner, svcUserId, request, services);
    return { status: 200, body: shownEquipment(found.equipment, units) };
  },

  async listAppliedIrrigation({ params: { svcUserId }, query, asked, owner, request }, services) {
    const { provider, ...span } = query;
    const page = await services.irrigation.list(owner.id, svcUserId, { provider, ...datesIn(span) }, asked);
    const showing = await showingFor(owner, svcUserId, request, services);
    return { status: 200, page, body: page.items.map((one) => shownIrrigation(one, showing)) };
  },

  async getAppliedIrrigation({ params: { svcUserId }, found, owner, request }, services) {
    const showing = await showingFor(owner, svcUserId, request, services);
    return { status: 200, body: shownIrrigation(found.irrigation, showing) };
  },

  async getAppliedIrrigationStandardGeojson({ params: { svcUserId, id }, owner, request }, services) {
    const { units } = await showingFor(owner, svcUserId, request, services);
    const pieces = await services.irrigation.pieces(owner.id, svcUserId, id);
    return { status: 200, body: await shownGround(pieces, units, services.overlay) };
  },

  async drawAppliedIrrigation({ params: { svcUserId, id }, found, owner, request }, services) {
    const { units } = await showingFor(owner, svcUserId, request, services);
    const pieces = await services.irrigation.pieces(owner.id, svcUserId, id);
    return { status: 200, body: irrigationMap(found.irrigation, pieces, units) };
  },

  async getAppliedIrrigationUnits({ params: { svcUserId }, owner, request }, services) {
    const { units } = await showingFor(owner, svcUserId, request, services);
    const { depth, totalArea, totalVolume } = units;
    return { status: 200, body: { depth, totalArea, totalVolume, totalPowerOn: 'hr' } };
  },
};
