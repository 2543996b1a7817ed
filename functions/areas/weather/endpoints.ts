import * as z from 'zod';
import { limitText } from '../../../domain/limits.ts';
import { dailyRecordSchema, hourlyRecordSchema } from '../../../domain/weather/records.ts';
import { defineEndpoints, type Endpoint } from '../../http/endpoint.ts';
import { userInPath } from '../../http/existence.ts';
import {
  atLocation,
  dailyForecastQuery,
  dailyHistoricalQuery,
  fieldAndShape,
  fieldPath,
  forecastQuery,
  historicalQuery,
  noBoundary,
  weatherHeaders,
} from './parameters.ts';

const days = {
  200: {
    description: 'One record per day, or a picture of them.',
    contentType: 'application/json',
    describes: z.array(dailyRecordSchema),
    otherTypes: { 'image/svg+xml': z.string() },
    headers: weatherHeaders,
  },
} as const;
const hours = {
  200: { description: 'One record per hour.', schema: z.array(hourlyRecordSchema), headers: weatherHeaders },
};

/** The parts of an endpoint that depend on its kind and resolution: its range in words, its query and its responses. */
interface SeriesContract<Q extends z.ZodObject, R extends Endpoint['responses']> {
  series: string;
  by: 'day' | 'hour';
  range: string;
  query: Q;
  responses: R;
}

const forecastRange =
  'Covers five days before today to ten days after it; values beyond the horizon of the model are null.';
const pastRange =
  'Covers days from 1940 on, with `era5Land` from 1950 on. The last five days are not available yet: they are null if the range ends in them, and 400 is returned if it begins in them. A day may still be corrected for three months.';
const maxDays = `At most ${limitText.dailyWeatherDays} days.`;
const maxHours = `At most ${limitText.hourlyWeatherDays} days.`;

const forecast = { series: 'forecast', range: forecastRange };
const past = { series: 'past weather', range: pastRange };
const daily = { by: 'day', responses: days } as const;
const hourly = { by: 'hour', responses: hours } as const;

const forecastByDay = { ...forecast, ...daily, query: dailyForecastQuery };
const forecastByHour = { ...forecast, ...hourly, query: forecastQuery };
const pastByDay = { ...past, ...daily, query: dailyHistoricalQuery };
const pastByHour = { ...past, ...hourly, query: historicalQuery };

/** An endpoint for the centroid of a field. */
function ofField<const Path extends string, Q extends z.ZodObject, const R extends Endpoint['responses']>(
  path: Path,
  { series, by, range, query, responses }: SeriesContract<Q, R>,
) {
  return {
    method: 'GET',
    path: `/users/{svcUserId}/weather/${path}`,
    summary: `Get the ${series} of a field by ${by}`,
    description: `Weather at the centroid of the field. ${range} ${by === 'day' ? maxDays : maxHours}`,
    access: 'owner',
    conflict: noBoundary,
    params: fieldPath,
    exists: { user: userInPath, field: fieldAndShape },
    query,
    responses,
  } as const;
}

/** An endpoint for a location given by latitude and longitude. */
function ofLocation<const Path extends string, Q extends z.ZodObject, const R extends Endpoint['responses']>(
  path: Path,
  { series, by, range, query, responses }: SeriesContract<Q, R>,
) {
  return {
    method: 'GET',
    path: `/weather/${path}`,
    summary: `Get the ${series} of a location by ${by}`,
    description: `${range} ${by === 'day' ? maxDays : maxHours} 400 for coordinates out of range.`,
    access: 'owner',
    params: atLocation,
    query,
    responses,
  } as const;
}

/** The eight endpoints of the interface: forecasts and history, by day and by hour, for a field and for a location. */
export const weatherEndpoints = defineEndpoints({
  getDailyForecastOfField: ofField('forecast/field/{fieldId}/daily', forecastByDay),
  getHourlyForecastOfField: ofField('forecast/field/{fieldId}/hourly', forecastByHour),
  getDailyHistoryOfField: ofField('historical/field/{fieldId}/daily', pastByDay),
  getHourlyHistoryOfField: ofField('historical/field/{fieldId}/hourly', pastByHour),
  getDailyForecast: ofLocation('forecast/daily/{latLon}', forecastByDay),
  getHourlyForecast: ofLocation('forecast/hourly/{latLon}', forecastByHour),
  getDailyHistory: ofLocation('historical/daily/{latLon}', pastByDay),
  getHourlyHistory: ofLocation('historical/hourly/{latLon}', pastByHour),
});
