import { apiTables, apiTimeoutSeconds, type FunctionNeeds } from '../../manifest/needs.ts';

export const needs: FunctionNeeds = {
  purpose: 'Tells what area was used, by contract and day.',
  memoryMegabytes: 1024,
  timeoutSeconds: apiTimeoutSeconds,
  tables: { ...apiTables, users: 'find', configurations: 'find', consumption: 'read' },
};
