import { apiTables, apiTimeoutSeconds, type FunctionNeeds } from '../../manifest/needs.ts';
import type { PartNeeds } from '../../manifest/parts.ts';
import type { Table } from '../../manifest/table.ts';

export const tables = {
  keys: {
    holds:
      "API keys of users and links to hosted pages as hashes, owners' app keys at providers with their secrets sealed",
    // Links and the keys of their sessions.
    expires: true,
  },
} as const satisfies Record<string, Table>;

export const needs: FunctionNeeds = {
  purpose: 'API keys of users, and app keys of owners at providers.',
  memoryMegabytes: 1024,
  timeoutSeconds: apiTimeoutSeconds,
  tables: { ...apiTables, users: 'find', credentials: 'readWrite', keys: 'readWrite' },
  publishes: ['credentialChanged'],
  secrets: true,
};

/** For `erasers.ts`. */
export const erasing: PartNeeds = { tables: { keys: 'readWrite' } };
