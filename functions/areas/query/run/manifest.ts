import { geos, h3, queryProcess } from '../../../manifest/beside.ts';
import {
  apiTables,
  apiTimeoutSeconds,
  type FunctionNeeds,
  maxMemoryMegabytes,
  queriedLake,
} from '../../../manifest/needs.ts';
import type { Prefixes } from '../../../manifest/prefix.ts';
import type { Table } from '../../../manifest/table.ts';

export const tables = {
  queries: {
    holds: 'asynchronous queries, and who runs how many',
    expires: true,
    indexes: {
      byOpen: { partition: 'openKey', sort: 'listKey' },
      byDeadline: { partition: 'deadlineKey', sort: 'deadline', sortIsNumber: true },
    },
    withoutEraser: 'their texts go when they end, what is left names no user, and all of it expires after 24 hours',
  },
} as const satisfies Record<string, Table>;

export const needs: FunctionNeeds = {
  purpose: 'Runs SQL over fields, operations, files and their points.',
  memoryMegabytes: maxMemoryMegabytes,
  timeoutSeconds: apiTimeoutSeconds,
  diskMegabytes: 10_240,
  tables: { ...apiTables, users: 'find', operations: 'read', queries: 'readWrite' },
  objects: { lake: queriedLake, files: { 'exports/': 'readWrite' } },
  sends: ['run-queries'],
  queries: true,
  layers: ['duckdb'],
  assets: { ...geos, ...h3 },
  programs: queryProcess,
};

export const prefixes: Prefixes = {
  files: {
    'exports/': {
      holds: 'results of queries, for a day',
      expireDays: 1,
      // They may hold any user's points.
      eraser: { of: 'owner' },
    },
  },
  lake: {
    'lake/ssurgo/': {
      holds: 'the table of soils',
      withoutEraser: 'holds a public soil survey, and nothing of anybody',
    },
    'lake/states_counties/': {
      holds: 'the table of states and counties',
      withoutEraser: 'holds public boundaries, and nothing of anybody',
    },
  },
};
