import { apiTables, apiTimeoutSeconds, type FunctionNeeds } from '../../manifest/needs.ts';
import type { Table } from '../../manifest/table.ts';

export const tables = {
  uploads: {
    holds: 'uploads, their entries, upload sessions',
    expires: true,
    indexes: {
      byOwner: { partition: 'ownerKey', sort: 'listKey' },
      byUser: { partition: 'userKey', sort: 'listKey' },
      byOwnerStatus: { partition: 'ownerStatusKey', sort: 'listKey' },
      byUserStatus: { partition: 'userStatusKey', sort: 'listKey' },
      byDeadline: { partition: 'deadlineKey', sort: 'deadline', sortIsNumber: true },
    },
  },
} as const satisfies Record<string, Table>;

export const needs: FunctionNeeds = {
  purpose: 'Takes files, signs their parts and tells how their conversion went.',
  memoryMegabytes: 1769,
  timeoutSeconds: apiTimeoutSeconds,
  tables: { ...apiTables, users: 'find', fields: 'read', uploads: 'readWrite', operations: 'readWrite' },
  objects: { files: { 'incoming/': 'readWrite', 'artefacts/': 'read' } },
};
