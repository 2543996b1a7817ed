import { apiTables, apiTimeoutSeconds, type FunctionNeeds } from '../../manifest/needs.ts';
import type { Setting } from '../../manifest/setting.ts';
import type { Table } from '../../manifest/table.ts';

export const tables = {
  weather: {
    holds: 'weather of grid cells, which all owners share, and who asks for it',
    expires: true,
    withoutEraser: 'holds the weather of cells of several kilometres, and nothing of whose fields lie in them',
  },
} as const satisfies Record<string, Table>;

export const needs: FunctionNeeds = {
  purpose: 'Forecasts, past weather, and what is computed of them for a field.',
  memoryMegabytes: 1024,
  timeoutSeconds: apiTimeoutSeconds,
  tables: { ...apiTables, users: 'find', fields: 'find', weather: 'readWrite' },
  objects: { files: { 'artefacts/': 'read' } },
  settings: ['WEATHER_FORECAST_URL', 'WEATHER_ARCHIVE_URL', 'WEATHER_API_KEY', 'WEATHER_SOURCE'],
};

export const settings = {
  WEATHER_FORECAST_URL: {
    context: 'weatherForecastUrl',
    otherwise: 'https://api.open-meteo.com/v1/forecast',
    means: 'where forecasts are asked for, by the wire of Open-Meteo',
  },
  WEATHER_ARCHIVE_URL: {
    context: 'weatherArchiveUrl',
    otherwise: 'https://archive-api.open-meteo.com/v1/archive',
    means: 'where past weather is asked for, by the same wire',
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
      'tells what is kept of one source from what is kept of another; `stand-in` marks every answer as not measured',
  },
} as const satisfies Record<string, Setting>;
