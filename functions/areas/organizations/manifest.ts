import { apiTables, apiTimeoutSeconds, type FunctionNeeds } from '../../manifest/needs.ts';

export const needs: FunctionNeeds = {
  purpose: 'Organizations of users at providers.',
  memoryMegabytes: 1024,
  timeoutSeconds: apiTimeoutSeconds,
  tables: { ...apiTables, users: 'find', keys: 'find', fields: 'readWrite' },
  // Its store takes the outbox, but only syncing publishes events of organizations.
  publishes: [],
  sends: ['sync-fields'],
};
