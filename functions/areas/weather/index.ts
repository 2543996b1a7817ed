import { setTimeout } from 'node:timers/promises';
import * as z from 'zod';
import { fieldDirectory } from '../../../adapters/aws/dynamodb/fields/field-directory.ts';
import { ownerSlots } from '../../../adapters/aws/dynamodb/leases/owner-slots.ts';
import { table } from '../../../adapters/aws/dynamodb/table.ts';
import { userDirectory } from '../../../adapters/aws/dynamodb/users/user-directory.ts';
import { weatherCache } from '../../../adapters/aws/dynamodb/weather/weather-cache.ts';
import { weatherUsage } from '../../../adapters/aws/dynamodb/weather/weather-usage.ts';
import { objectStore } from '../../../adapters/aws/s3/object-store.ts';
import { newId, systemClock } from '../../../adapters/system.ts';
import { openMeteo } from '../../../adapters/weather/open-meteo.ts';
import { defaultForecastModels } from '../../../domain/weather/models.ts';
import { environment } from '../../http/environment.ts';
import { serve } from '../../http/serve.ts';
import { httpServices } from '../../http/services.ts';
import { agronomyHandlers } from './agronomy-handlers.ts';
import { weatherApi } from './api.ts';
import { weatherHandlers } from './handlers.ts';
import type { WeatherApiServices } from './services.ts';
import { upstreamHeaders } from './weather-at.ts';

const names = environment(
  'USERS_TABLE',
  'FIELDS_TABLE',
  'WEATHER_TABLE',
  'FILES_BUCKET',
  'WEATHER_FORECAST_URL',
  'WEATHER_ARCHIVE_URL',
  'WEATHER_SOURCE',
  'WEATHER_MODEL',
  'USAGE_TABLE',
);
const weather = table(names.WEATHER_TABLE);
const users = table(names.USERS_TABLE);

const services: WeatherApiServices = {
  ...httpServices(),
  areaHeaders: upstreamHeaders(names.WEATHER_SOURCE),
  users: userDirectory(users),
  fields: fieldDirectory(table(names.FIELDS_TABLE), objectStore(names.FILES_BUCKET)),
  weatherSource: openMeteo({
    name: names.WEATHER_SOURCE,
    addresses: { forecast: names.WEATHER_FORECAST_URL, historical: names.WEATHER_ARCHIVE_URL },
    apiKey: process.env.WEATHER_API_KEY,
  }),
  weatherCache: weatherCache(weather),
  weatherUsage: weatherUsage(table(names.USAGE_TABLE), users),
  defaultModel: z.enum(defaultForecastModels).parse(names.WEATHER_MODEL),
  weatherLeases: ownerSlots(weather, { clock: systemClock, newId }, 'asking'),
  sleep: (milliseconds) => setTimeout(milliseconds),
  reportWeatherProblem: ({ kind, message, answered, cause }) =>
    console.error({ problem: 'weather', kind, message, answered, cause }),
};

export const handler = serve(weatherApi, { ...weatherHandlers, ...agronomyHandlers }, services);
