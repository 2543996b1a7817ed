import { apiTables, apiTimeoutSeconds, type FunctionNeeds } from '../../manifest/needs.ts';

export const needs: FunctionNeeds = {
  purpose: 'Tells how much came from providers, what their sync does, and why something has not come.',
  memoryMegabytes: 1024,
  timeoutSeconds: apiTimeoutSeconds,
  tables: {
    ...apiTables,
    users: 'find',
    fields: 'readWrite',
    credentials: 'find',
    assets: 'read',
    operations: 'find',
    configurations: 'read',
  },
  // Its store of organizations takes the outbox, but only syncing publishes events of them.
  publishes: [],
  sends: ['sync-fields'],
  settings: ['PROVIDER_ADDRESSES'],
};
