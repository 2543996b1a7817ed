import { apiTables, apiTimeoutSeconds, type FunctionNeeds } from '../../manifest/needs.ts';
import type { Table } from '../../manifest/table.ts';

export const tables = {
  credentials: {
    holds:
      'sealed credentials of users at providers, what providers answered to calls with them, and the gates of these calls',
    expires: true,
    eraser: 'partition',
    indexes: {
      byOwner: { partition: 'ownerKey', sort: 'credentialId' },
      byAppKey: { partition: 'appKeyName', sort: 'credentialId' },
    },
  },
} as const satisfies Record<string, Table>;

export const needs: FunctionNeeds = {
  purpose: 'Credentials of users at providers.',
  memoryMegabytes: 1024,
  timeoutSeconds: apiTimeoutSeconds,
  tables: { ...apiTables, users: 'change', keys: 'find', credentials: 'readWrite' },
  publishes: ['credentialChanged'],
  secrets: 'seal',
  settings: ['PROVIDER_ADDRESSES'],
};
