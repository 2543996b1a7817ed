import { apiTables, apiTimeoutSeconds, type FunctionNeeds } from '../../../manifest/needs.ts';

export const needs: FunctionNeeds = {
  purpose: 'Tells which files the points of queries came from.',
  memoryMegabytes: 1024,
  timeoutSeconds: apiTimeoutSeconds,
  tables: { ...apiTables, users: 'find', operations: 'read' },
};
