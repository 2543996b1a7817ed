import { apiTables, apiTimeoutSeconds, type FunctionNeeds } from '../../manifest/needs.ts';
import type { Table } from '../../manifest/table.ts';

export const tables = {
  assets: { holds: 'machines with their work in files, implements, operators, layers', eraser: 'partition' },
} as const satisfies Record<string, Table>;

export const needs: FunctionNeeds = {
  purpose: 'Machines, implements, operators and layers.',
  memoryMegabytes: 1024,
  timeoutSeconds: apiTimeoutSeconds,
  tables: { ...apiTables, users: 'find', assets: 'readWrite' },
  publishes: ['machineCreated', 'machineUpdated', 'machineDeleted', 'implementCreated', 'implementUpdated'],
};
