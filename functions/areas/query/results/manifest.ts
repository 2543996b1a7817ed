import { apiTables, apiTimeoutSeconds, type FunctionNeeds } from '../../../manifest/needs.ts';

export const needs: FunctionNeeds = {
  purpose: 'Tells how far asynchronous queries are, and serves their results.',
  memoryMegabytes: 1024,
  timeoutSeconds: apiTimeoutSeconds,
  tables: { ...apiTables, queries: 'readWrite' },
  objects: { files: { 'exports/': 'read' } },
};
