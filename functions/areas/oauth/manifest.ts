import { apiTables, apiTimeoutSeconds, type FunctionNeeds } from '../../manifest/needs.ts';

export const needs: FunctionNeeds = {
  purpose: 'Helps owners to the consent of growers at providers.',
  memoryMegabytes: 1024,
  timeoutSeconds: apiTimeoutSeconds,
  tables: apiTables,
  settings: ['PROVIDER_ADDRESSES'],
};
