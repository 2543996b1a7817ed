import { geos } from '../../manifest/beside.ts';
import { apiTables, apiTimeoutSeconds, type FunctionNeeds } from '../../manifest/needs.ts';
import type { PartNeeds } from '../../manifest/parts.ts';
import type { Table } from '../../manifest/table.ts';

export const tables = {
  fields: {
    holds: 'growers, farms, fields, boundaries, seasons, zones',
    streams: 'KEYS_ONLY',
    indexes: {
      byOwner: { partition: 'ownerKey', sort: 'listKey' },
      byGroup: { partition: 'groupKey', sort: 'listKey' },
      byTrait: { partition: 'traitKey', sort: 'listKey' },
      byOwnerName: { partition: 'ownerKey', sort: 'nameKey' },
      byOwnerCreated: { partition: 'ownerKey', sort: 'createdKey' },
      byOwnerUpdated: { partition: 'ownerKey', sort: 'updatedKey' },
      byUserName: { partition: 'pk', sort: 'nameKey' },
      byUserCreated: { partition: 'pk', sort: 'createdKey' },
      byUserUpdated: { partition: 'pk', sort: 'updatedKey' },
      byDeadline: { partition: 'deadlineKey', sort: 'deadline', sortIsNumber: true },
    },
  },
} as const satisfies Record<string, Table>;

export const needs: FunctionNeeds = {
  purpose: 'Growers, farms, fields and their boundaries.',
  // Laying shapes over each other is pure computing, and 1,769 MB is one whole CPU.
  memoryMegabytes: 1769,
  timeoutSeconds: apiTimeoutSeconds,
  tables: {
    ...apiTables,
    users: 'find',
    keys: 'find',
    fields: 'readWrite',
    // An output that is asked for is noted.
    operations: 'readWrite',
    soil: 'read',
    configurations: 'read',
  },
  publishes: [
    'fieldCreated',
    'fieldUpdated',
    'fieldDeleted',
    'fieldBoundaryCreated',
    'fieldBoundaryUpdated',
    'mergedFieldDeleted',
  ],
  usage: ['fieldBoundaries'],
  objects: { files: { 'artefacts/': 'readWrite', 'cache/': 'read' } },
  sends: ['sync-fields', 'process-machine-files'],
  assets: geos,
};

/** For `sweep.ts`. */
export const sweeping: PartNeeds = {
  tables: { fields: 'readWrite' },
  objects: { files: { 'artefacts/': 'readWrite' } },
};

/** For `erasers.ts`. */
export const erasing: PartNeeds = { tables: { fields: 'readWrite' } };
