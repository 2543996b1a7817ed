import { laterDate } from '../../../domain/irrigation/local-days.ts';
import { seasonOf } from '../../../domain/irrigation/season.ts';
import { seasonChart } from '../../../domain/irrigation/season-chart.ts';
import { limits } from '../../../domain/limits.ts';
import { providers } from '../../../domain/providers/providers.ts';
import type { Handlers } from '../../http/exchange.ts';
import { datesIn, seasonSpan, showingFor } from './asked.ts';
import type { fieldEndpoints } from './field-endpoints.ts';
import type { IrrigationServices } from './services.ts';
import { shownFieldIrrigation, shownSeason } from './show.ts';
import { shownGround } from './show-ground.ts';

/** A record for each date and provider. */
const allOfSeason = {
  page: 0,
  size: limits.irrigationDays * providers.length,
  sort: [{ field: 'startTime', descending: false }],
};

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

  async getFieldIrrigationSeason({ params: { svcUserId, fieldId }, query, owner, request }, services) {
    const { format, ...asked } = query;
    const span = seasonSpan(datesIn(asked), services.clock.now());
    const filter = { firstDate: laterDate(span.lastDate, 1 - limits.irrigationDays), lastDate: span.lastDate };
    const { items } = await services.irrigation.listOfField(owner.id, svcUserId, fieldId, filter, allOfSeason);
    const season = seasonOf(items, span.firstDate, await services.overlay());
    const { units } = await showingFor(owner, svcUserId, request, services);
    if (format === 'json') return { status: 200, body: JSON.stringify(shownSeason(fieldId, season, span, units)) };
    return { status: 200, headers: { 'content-type': 'image/svg+xml' }, body: seasonChart(season, span, units) };
  },

  async getFieldIrrigation({ params: { svcUserId }, found, owner, request }, services) {
    const showing = await showingFor(owner, svcUserId, request, services);
    return { status: 200, body: shownFieldIrrigation(found.irrigation, showing) };
  },

  async getFieldIrrigationStandardGeojson({ params: { svcUserId, id }, owner, request }, services) {
    const { units } = await showingFor(owner, svcUserId, request, services);
    const pieces = await services.irrigation.pieces(owner.id, svcUserId, id);
    return { status: 200, body: await shownGround(pieces, units, services.overlay) };
  },

  async getFieldIrrigationUnits({ params: { svcUserId }, owner, request }, services) {
    const { units } = await showingFor(owner, svcUserId, request, services);
    const { depth, totalArea, totalVolume } = units;
    return { status: 200, body: { depth, totalArea, totalVolume, totalPowerOn: 'hr', coverage: 'percentage' } };
  },
};
