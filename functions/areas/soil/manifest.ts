import { launcher } from '../../manifest/beside.ts';
import { apiTables, apiTimeoutSeconds, type FunctionNeeds, maxMemoryMegabytes } from '../../manifest/needs.ts';
import type { PartNeeds } from '../../manifest/parts.ts';
import type { Table } from '../../manifest/table.ts';

export const tables = {
  soil: {
    holds: 'batches of soil results with their entries, and which of them wait for a worker',
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
  purpose: 'Takes zips of soil results and serves what was read in them.',
  // The reader of a dry run is a process beside the function.
  memoryMegabytes: maxMemoryMegabytes,
  diskMegabytes: 2048,
  timeoutSeconds: apiTimeoutSeconds,
  tables: { ...apiTables, users: 'find', keys: 'find', soil: 'readWrite' },
  publishes: ['soilBatchProcessingFinished', 'soilBatchDeleted'],
  objects: { files: { 'incoming/': 'readWrite', 'artefacts/': 'read' } },
  layers: ['gdal'],
  programs: { ...launcher, 'read-soil': 'functions/jobs/process-soil/read-soil.ts' },
};

/** For `erasers.ts`. */
export const erasing: PartNeeds = { tables: { soil: 'readWrite' } };
