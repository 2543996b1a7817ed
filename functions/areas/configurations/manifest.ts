import { apiTables, apiTimeoutSeconds, type FunctionNeeds } from '../../manifest/needs.ts';
import type { Table } from '../../manifest/table.ts';

export const tables = {
  configurations: { holds: 'settings of owners and users', eraser: 'partition' },
} as const satisfies Record<string, Table>;

export const needs: FunctionNeeds = {
  purpose: 'The settings that processing reads.',
  memoryMegabytes: 1024,
  timeoutSeconds: apiTimeoutSeconds,
  tables: { ...apiTables, users: 'find', configurations: 'readWrite' },
};
