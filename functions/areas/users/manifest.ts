import { apiTables, apiTimeoutSeconds, type FunctionNeeds } from '../../manifest/needs.ts';
import type { Table } from '../../manifest/table.ts';

export const tables = {
  users: {
    holds: 'service users, their external ids, tombstones of deleted ones',
    indexes: {
      byOwner: { partition: 'ownerKey', sort: 'sk' },
      byName: { partition: 'ownerKey', sort: 'nameKey' },
      byEmail: { partition: 'ownerKey', sort: 'emailKey' },
      byExternalId: { partition: 'ownerKey', sort: 'externalIdKey' },
    },
    withoutEraser: 'deleting a user leaves a tombstone with its id and the time, and nothing else',
  },
} as const satisfies Record<string, Table>;

export const needs: FunctionNeeds = {
  purpose: 'Service users.',
  memoryMegabytes: 1024,
  timeoutSeconds: apiTimeoutSeconds,
  tables: { ...apiTables, users: 'readWrite', keys: 'find', credentials: 'readWrite' },
  publishes: ['userDeleted', 'credentialChanged'],
  secrets: true,
};
