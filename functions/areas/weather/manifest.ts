import { apiTables, apiTimeoutSeconds, type FunctionNeeds } from '../../manifest/needs.ts';
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
