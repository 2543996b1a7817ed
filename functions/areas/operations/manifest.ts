import { apiTables, apiTimeoutSeconds, type FunctionNeeds } from '../../manifest/needs.ts';
import type { PartNeeds } from '../../manifest/parts.ts';
import type { Prefixes } from '../../manifest/prefix.ts';
import type { Table } from '../../manifest/table.ts';

export const tables = {
  operations: {
    holds: 'batches of machine files, the files, and what the lake shows of them',
    // A file that is gone says by what it was whose it has been.
    streams: 'NEW_AND_OLD_IMAGES',
    indexes: {
      byOwner: { partition: 'ownerKey', sort: 'listKey' },
      byUser: { partition: 'userKey', sort: 'listKey' },
      byTrait: { partition: 'traitKey', sort: 'listKey' },
      byDeadline: { partition: 'deadlineKey', sort: 'deadline', sortIsNumber: true },
    },
  },
} as const satisfies Record<string, Table>;

export const needs: FunctionNeeds = {
  purpose: 'Takes batches of machine files and serves what became of them.',
  memoryMegabytes: 1769,
  timeoutSeconds: apiTimeoutSeconds,
  tables: { ...apiTables, users: 'find', keys: 'find', operations: 'readWrite' },
  objects: { files: { 'incoming/': 'readWrite', 'artefacts/': 'read', 'cache/': 'read' } },
  sends: ['process-machine-files'],
};

export const prefixes: Prefixes = {
  files: {
    'cache/': { holds: 'outputs that were made when they were downloaded', expireDays: 7, eraser: { of: 'user' } },
  },
  lake: {
    'lake/points/': { holds: 'points as queries read them' },
    'lake/ingests/': { holds: 'points that are not published yet', isDerived: true },
  },
};

/** For `erasers.ts`. */
export const erasing: PartNeeds = {
  tables: { operations: 'readWrite' },
  objects: { lake: { 'lake/points/': 'erase', 'lake/ingests/': 'erase' } },
};
