import type { Place } from '../../../domain/weather/cell.ts';
import { chartOf } from '../../../domain/weather/chart.ts';
import type { WeatherKind } from '../../../domain/weather/models.ts';
import type { AskedRange } from '../../../domain/weather/range.ts';
import { dailyRecords, hourlyRecords } from '../../../domain/weather/records.ts';
import type { Units } from '../../../domain/weather/variables.ts';
import type { Handlers } from '../../http/exchange.ts';
import type { weatherEndpoints } from './endpoints.ts';
import type { WeatherApiServices } from './services.ts';
import { creditOf, headersOf, placeIn, placeOf, weatherAt } from './weather-at.ts';

type Query = Pick<AskedRange, 'model' | 'startTime' | 'endTime'> & { units: Units };
type DailyQuery = Query & { format: 'json' | 'svg' };

export const weatherHandlers: Handlers<typeof weatherEndpoints, WeatherApiServices> = {
  getDailyForecastOfField: ({ found, query }, services) => days('forecast', placeOf(found.field), query, services),
  getHourlyForecastOfField: ({ found, query }, services) => hours('forecast', placeOf(found.field), query, services),
  getDailyHistoryOfField: ({ found, query }, services) => days('historical', placeOf(found.field), query, services),
  getHourlyHistoryOfField: ({ found, query }, services) => hours('historical', placeOf(found.field), query, services),
  getDailyForecast: ({ params, query }, services) => days('forecast', placeIn(params), query, services),
  getHourlyForecast: ({ params, query }, services) => hours('forecast', placeIn(params), query, services),
  getDailyHistory: ({ params, query }, services) => days('historical', placeIn(params), query, services),
  getHourlyHistory: ({ params, query }, services) => hours('historical', placeIn(params), query, services),
};

async function days(kind: WeatherKind, place: Place, query: DailyQuery, services: WeatherApiServices) {
  const { known, range } = await weatherAt(place, { kind, resolution: 'daily', ...query }, services);
  const records = dailyRecords(known.weather, range, query.units);
  const headers = headersOf(known, services);
  if (query.format === 'json') return { status: 200 as const, headers, body: JSON.stringify(records) };
  const body = chartOf(records, query.units, creditOf(services));
  return { status: 200 as const, headers: { ...headers, 'content-type': 'image/svg+xml' }, body };
}

async function hours(kind: WeatherKind, place: Place, query: Query, services: WeatherApiServices) {
  const { known, range } = await weatherAt(place, { kind, resolution: 'hourly', ...query }, services);
  const body = hourlyRecords(known.weather, range, query.units);
  return { status: 200 as const, headers: headersOf(known, services), body };
}
