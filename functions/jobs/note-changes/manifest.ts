import type { FunctionNeeds } from '../../manifest/needs.ts';

export const needs: FunctionNeeds = {
  purpose: 'Notes which rows of the lake and which usage have to follow their records.',
  memoryMegabytes: 512,
  timeoutSeconds: 60,
  tables: { fields: 'read', operations: 'readWrite', consumption: 'readWrite' },
  sends: ['write-tables', 'count-usage'],
};
