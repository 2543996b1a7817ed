import type { GeoLocation } from '../../../domain/weather/cell.ts';
import { chartOf } from '../../../domain/weather/chart.ts';
import type { WeatherKind, WeatherModel } from '../../../domain/weather/models.ts';
import type { AskedRange } from '../../../domain/weather/range.ts';
import { dailyRecords, hourlyRecords } from '../../../domain/weather/records.ts';
import type { Units } from '../../../domain/weather/variables.ts';
import type { Handlers } from '../../http/exchange.ts';
import { counted } from './counted.ts';
import type { weatherEndpoints } from './endpoints.ts';
import type { WeatherApiServices } from './services.ts';
import { creditOf, headersOf, locationIn, locationOf, weatherAt } from './weather-at.ts';

type Query = Pick<AskedRange, 'startTime' | 'endTime'> & {
  model?: WeatherModel | undefined;
  elevation?: number | undefined;
  units: Units;
};
type DailyQuery = Query & { format: 'json' | 'svg' };

export const weatherHandlers: Handlers<typeof weatherEndpoints, WeatherApiServices> = {
  getDailyForecastOfField: (input, services) =>
    counted(input, services, days('forecast', locationOf(input.found.field), input.query, services)),
  getHourlyForecastOfField: (input, services) =>
    counted(input, services, hours('forecast', locationOf(input.found.field), input.query, services)),
  getDailyHistoryOfField: (input, services) =>
    counted(input, services, days('historical', locationOf(input.found.field), input.query, services)),
  getHourlyHistoryOfField: (input, services) =>
    counted(input, services, hours('historical', locationOf(input.found.field), input.query, services)),
  getDailyForecast: ({ params, query }, services) => days('forecast', locationIn(params), query, services),
  getHourlyForecast: ({ params, query }, services) => hours('forecast', locationIn(params), query, services),
  getDailyHistory: ({ params, query }, services) => days('historical', locationIn(params), query, services),
  getHourlyHistory: ({ params, query }, services) => hours('historical', locationIn(params), query, services),
};

async function days(kind: WeatherKind, location: GeoLocation, query: DailyQuery, services: WeatherApiServices) {
  const model = query.model ?? services.defaultModel;
  const { known, range } = await weatherAt(location, { kind, resolution: 'daily', ...query, model }, services);
  const records = dailyRecords(known.weather, range, query.units);
  const headers = headersOf(known);
  if (query.format === 'json') return { status: 200 as const, headers, body: JSON.stringify(records) };
  const body = chartOf(records, query.units, creditOf(services));
  return { status: 200 as const, headers: { ...headers, 'content-type': 'image/svg+xml' }, body };
}

async function hours(kind: WeatherKind, location: GeoLocation, query: Query, services: WeatherApiServices) {
  const model = query.model ?? services.defaultModel;
  const { known, range } = await weatherAt(location, { kind, resolution: 'hourly', ...query, model }, services);
  const body = hourlyRecords(known.weather, range, query.units);
  return { status: 200 as const, headers: headersOf(known), body };
}
