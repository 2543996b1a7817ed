import { defaultForecastModels } from '../../../domain/weather/models.ts';
import type { Setting } from '../../manifest/manifest.ts';
import { apiTables, apiTimeoutSeconds, type FunctionNeeds } from '../../manifest/needs.ts';
import type { Table } from '../../manifest/table.ts';

export const tables = {
  weather: {
    holds: 'weather of grid cells, which all owners share, and the leases and pauses of requests for it',
    expires: true,
    withoutEraser: 'holds the weather of cells of several kilometres, and neither fields nor their users',
  },
} as const satisfies Record<string, Table>;

export const needs: FunctionNeeds = {
  purpose: 'Forecasts, past weather, and agronomic values of fields.',
  memoryMegabytes: 1024,
  timeoutSeconds: apiTimeoutSeconds,
  tables: { ...apiTables, users: 'find', fields: 'find', weather: 'readWrite', usage: 'make' },
  usage: ['fieldWeather'],
  objects: { files: { 'artefacts/': 'read' } },
  settings: ['WEATHER_FORECAST_URL', 'WEATHER_ARCHIVE_URL', 'WEATHER_API_KEY', 'WEATHER_SOURCE', 'WEATHER_MODEL'],
};

export const settings = {
  WEATHER_FORECAST_URL: {
    context: 'weatherForecastUrl',
    otherwise: 'https://api.open-meteo.com/v1/forecast',
    means: 'the complete URL of forecasts on a host with the wire of Open-Meteo',
  },
  WEATHER_ARCHIVE_URL: {
    context: 'weatherArchiveUrl',
    otherwise: 'https://archive-api.open-meteo.com/v1/archive',
    means: 'the complete URL of past weather on a host with the wire of Open-Meteo',
  },
  WEATHER_API_KEY: {
    context: 'weatherApiKey',
    otherwise: '',
    means: 'the key of the paid hosts of Open-Meteo',
  },
  WEATHER_SOURCE: {
    context: 'weatherSource',
    otherwise: 'open-meteo',
    means:
      'the name under which weather is cached, separately for each service; `stand-in` marks every response as synthetic',
  },
  WEATHER_MODEL: {
    context: 'weatherModel',
    otherwise: 'gfs',
    means:
      'the model of forecasts that name none: one of the models of the interface, or `bestMatch`, the choice of Open-Meteo for each location',
    allowed: defaultForecastModels,
  },
} as const satisfies Record<string, Setting>;
