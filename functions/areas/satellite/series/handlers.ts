import { invalid } from '../../../../domain/errors.ts';
import { seriesChart } from '../../../../domain/satellite/processes/series-chart.ts';
import { seriesOf } from '../../../../domain/satellite/processes/time-series.ts';
import type { Handlers } from '../../../http/exchange.ts';
import type { SatelliteServices } from '../services.ts';
import { upstreamNow, upstreamOf } from '../upstream-header.ts';
import { maxPoints, type seriesEndpoints } from './endpoints.ts';

const oldestFirst = { page: 0, size: maxPoints, sort: [{ field: 'date', descending: false }] };

export const seriesHandlers: Handlers<typeof seriesEndpoints, SatelliteServices> = {
  async getSatelliteTimeseries({ found: { field }, query }, { processes, upstreams }) {
    const { index, format, show, ...narrowing } = query;
    const filter = { ...narrowing, status: 'SUCCESS' as const };
    const { items, next } = await processes.list(field.ownerId, field.id, filter, oldestFirst);
    if (next !== undefined) {
      throw invalid('#/startDate', `There are more than ${maxPoints} scenes. Narrow them by startDate and endDate.`);
    }
    const points = seriesOf(items, index);
    const headers = items.length > 0 ? upstreamOf(items) : upstreamNow(field.providers, upstreams);
    if (format === 'json') return { status: 200, headers, body: JSON.stringify(points) };
    const chart = seriesChart(points, index, show && { parts: show, field: field.geometry });
    return { status: 200, headers: { ...headers, 'content-type': 'image/svg+xml' }, body: chart };
  },
};
