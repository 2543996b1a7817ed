import { geos } from '../../manifest/beside.ts';
import { apiTables, apiTimeoutSeconds, type FunctionNeeds } from '../../manifest/needs.ts';
import type { Table } from '../../manifest/table.ts';

export const tables = {
  irrigation: {
    holds: 'machines that water, what they watered on each date, and what fields got of it',
    streams: 'KEYS_ONLY',
    eraser: 'partition',
  },
} as const satisfies Record<string, Table>;

export const needs: FunctionNeeds = {
  purpose: 'Irrigation equipment, applied irrigation, and that of fields.',
  // The whole arc of a season is a union of up to a year's ground, and 1,769 MB is one whole CPU.
  memoryMegabytes: 1769,
  timeoutSeconds: apiTimeoutSeconds,
  tables: { ...apiTables, users: 'find', fields: 'find', configurations: 'read', irrigation: 'read' },
  objects: { files: { 'artefacts/': 'read' } },
  assets: geos,
};
