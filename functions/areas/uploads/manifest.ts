import { apiTables, apiTimeoutSeconds, type FunctionNeeds } from '../../manifest/needs.ts';
import type { PartNeeds } from '../../manifest/parts.ts';
import type { Prefixes } from '../../manifest/prefix.ts';
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
  tables: {
    ...apiTables,
    users: 'find',
    keys: 'find',
    fields: 'read',
    uploads: 'readWrite',
    operations: 'readWrite',
    soil: 'readWrite',
    prescriptions: 'make',
  },
  objects: { files: { 'incoming/': 'readWrite', 'artefacts/': 'read' } },
};

export const prefixes: Prefixes = {
  // Uploads that are processed were copied to artefacts/ before they expire here.
  files: { 'incoming/': { holds: 'uploads until they are read', expireDays: 7 } },
};

/** For `erasers.ts`. */
export const erasing: PartNeeds = {
  tables: { uploads: 'readWrite' },
  objects: { files: { 'incoming/': 'erase' } },
};
