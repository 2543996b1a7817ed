import { cachedWeather, type KnownWeather } from '../../../domain/weather/cached-weather.ts';
import { cellOf, type Place } from '../../../domain/weather/cell.ts';
import type { Day, DayRange } from '../../../domain/weather/days.ts';
import type { Resolution, WeatherKind, WeatherModel } from '../../../domain/weather/models.ts';
import { rangeOf } from '../../../domain/weather/range.ts';
import { dailyRecords, hourlyRecords } from '../../../domain/weather/records.ts';
import type { Units } from '../../../domain/weather/variables.ts';
import type { Handlers } from '../../http/exchange.ts';
import type { weatherEndpoints } from './endpoints.ts';
import { placeIn, placeOf } from './place.ts';
import type { WeatherApiServices } from './services.ts';

interface Asked {
  startTime?: Day | undefined;
  endTime?: Day | undefined;
  model: WeatherModel;
  units: Units;
}

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

async function days(kind: WeatherKind, place: Place, asked: Asked, services: WeatherApiServices) {
  const { known, range } = await weatherAt(kind, 'daily', place, asked, services);
  const body = dailyRecords(known.weather, range, asked.units);
  return { status: 200 as const, headers: headersOf(known, services), body };
}

async function hours(kind: WeatherKind, place: Place, asked: Asked, services: WeatherApiServices) {
  const { known, range } = await weatherAt(kind, 'hourly', place, asked, services);
  const body = hourlyRecords(known.weather, range, asked.units);
  return { status: 200 as const, headers: headersOf(known, services), body };
}

async function weatherAt(
  kind: WeatherKind,
  resolution: Resolution,
  place: Place,
  { model, startTime, endTime }: Asked,
  services: WeatherApiServices,
): Promise<{ known: KnownWeather; range: DayRange }> {
  const range = rangeOf({ kind, resolution, model, startTime, endTime }, services.clock.now());
  const known = await cachedWeather({ kind, resolution, cell: cellOf(model, place), range }, services);
  return { known, range };
}

/** How old an answer is, whether it is older than it should be (RFC 7234, section 5.5.1), and whether a stand-in made it up. */
function headersOf({ ageSeconds, isStale }: KnownWeather, { weatherSource }: WeatherApiServices) {
  return {
    age: String(ageSeconds),
    ...(isStale && { warning: '110 - "Response is Stale"' }),
    ...(weatherSource.name === 'stand-in' && { 'x-furrow-upstream': 'stand-in' }),
  };
}
