import { apiTables, apiTimeoutSeconds, type FunctionNeeds } from '../../manifest/needs.ts';

export const needs: FunctionNeeds = {
  purpose: 'Links to hosted pages, and the keys that these pages get.',
  memoryMegabytes: 1024,
  timeoutSeconds: apiTimeoutSeconds,
  tables: { ...apiTables, users: 'make', keys: 'readWrite' },
  // Its store of users takes the outbox; making one is no event.
  publishes: [],
  secrets: true,
};
