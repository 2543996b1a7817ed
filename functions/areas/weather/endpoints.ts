import * as z from 'zod';
import { dailyRecordSchema, hourlyRecordSchema } from '../../../domain/weather/records.ts';
import { defineEndpoints } from '../../http/endpoint.ts';
import { userInPath } from '../../http/existence.ts';
import {
  atPlace,
  dailyForecastQuery,
  dailyHistoricalQuery,
  fieldAndShape,
  forecastQuery,
  historicalQuery,
  ofField,
  ofFields,
} from './parameters.ts';

const ofPlaces = { operationId: 'getWeatherOfPlace', path: '/weather/{kind}/{resolution}/{latLon}' } as const;
const noBoundary = 'The field has no active boundary, so it is nowhere.';
const ages = { Age: 'Seconds since the oldest part of the answer was fetched.' };
const days = {
  200: {
    description: 'A record for each day, or a picture of them.',
    contentType: 'application/json',
    describes: z.array(dailyRecordSchema),
    otherTypes: { 'image/svg+xml': z.string() },
    headers: ages,
  },
} as const;
const hours = { 200: { description: 'A record for each hour.', schema: z.array(hourlyRecordSchema), headers: ages } };
const forecastReach = 'Days from five before today to ten after it; what lies beyond the horizon of the model is null.';
const historicalReach =
  'Days from 1940 on, with `era5Land` from 1950 on. The last five days are not there yet: they are null where a range ends in them, and 400 where it begins.';

/** The eight endpoints of the interface: forecasts and history, by day and by hour, of a field and of a place. */
export const weatherEndpoints = defineEndpoints({
  getDailyForecastOfField: {
    method: 'GET',
    path: '/users/{svcUserId}/weather/forecast/field/{fieldId}/daily',
    family: ofFields,
    summary: 'Get the forecast of a field by day',
    description: `At the centroid of the field. ${forecastReach} At most 366 days.`,
    access: 'owner',
    conflict: noBoundary,
    params: ofField,
    exists: { user: userInPath, field: fieldAndShape },
    query: dailyForecastQuery,
    responses: days,
  },
  getHourlyForecastOfField: {
    method: 'GET',
    path: '/users/{svcUserId}/weather/forecast/field/{fieldId}/hourly',
    family: ofFields,
    summary: 'Get the forecast of a field by hour',
    description: `At the centroid of the field. ${forecastReach} At most 30 days.`,
    access: 'owner',
    conflict: noBoundary,
    params: ofField,
    exists: { user: userInPath, field: fieldAndShape },
    query: forecastQuery,
    responses: hours,
  },
  getDailyHistoryOfField: {
    method: 'GET',
    path: '/users/{svcUserId}/weather/historical/field/{fieldId}/daily',
    family: ofFields,
    summary: 'Get the past weather of a field by day',
    description: `At the centroid of the field. ${historicalReach} At most 366 days.`,
    access: 'owner',
    conflict: noBoundary,
    params: ofField,
    exists: { user: userInPath, field: fieldAndShape },
    query: dailyHistoricalQuery,
    responses: days,
  },
  getHourlyHistoryOfField: {
    method: 'GET',
    path: '/users/{svcUserId}/weather/historical/field/{fieldId}/hourly',
    family: ofFields,
    summary: 'Get the past weather of a field by hour',
    description: `At the centroid of the field. ${historicalReach} At most 30 days.`,
    access: 'owner',
    conflict: noBoundary,
    params: ofField,
    exists: { user: userInPath, field: fieldAndShape },
    query: historicalQuery,
    responses: hours,
  },
  getDailyForecast: {
    method: 'GET',
    path: '/weather/forecast/daily/{latLon}',
    family: ofPlaces,
    summary: 'Get the forecast of a place by day',
    description: `${forecastReach} At most 366 days. A place that is not on the earth is 400.`,
    access: 'owner',
    params: atPlace,
    query: dailyForecastQuery,
    responses: days,
  },
  getHourlyForecast: {
    method: 'GET',
    path: '/weather/forecast/hourly/{latLon}',
    family: ofPlaces,
    summary: 'Get the forecast of a place by hour',
    description: `${forecastReach} At most 30 days. A place that is not on the earth is 400.`,
    access: 'owner',
    params: atPlace,
    query: forecastQuery,
    responses: hours,
  },
  getDailyHistory: {
    method: 'GET',
    path: '/weather/historical/daily/{latLon}',
    family: ofPlaces,
    summary: 'Get the past weather of a place by day',
    description: `${historicalReach} At most 366 days. A place that is not on the earth is 400.`,
    access: 'owner',
    params: atPlace,
    query: dailyHistoricalQuery,
    responses: days,
  },
  getHourlyHistory: {
    method: 'GET',
    path: '/weather/historical/hourly/{latLon}',
    family: ofPlaces,
    summary: 'Get the past weather of a place by hour',
    description: `${historicalReach} At most 30 days. A place that is not on the earth is 400.`,
    access: 'owner',
    params: atPlace,
    query: historicalQuery,
    responses: hours,
  },
});
