import { launcher } from '../../manifest/beside.ts';
import { apiTables, apiTimeoutSeconds, type FunctionNeeds, maxMemoryMegabytes } from '../../manifest/needs.ts';
import type { Table } from '../../manifest/table.ts';

export const tables = {
  prescriptions: {
    holds: 'records of prescriptions that were sent to providers',
    expires: true,
    eraser: 'partition',
  },
} as const satisfies Record<string, Table>;

export const needs: FunctionNeeds = {
  purpose: 'Checks prescriptions, and sends them to providers.',
  // The reader of a zip is a process beside the function.
  memoryMegabytes: maxMemoryMegabytes,
  diskMegabytes: 2048,
  timeoutSeconds: apiTimeoutSeconds,
  tables: {
    ...apiTables,
    users: 'change',
    keys: 'find',
    fields: 'read',
    credentials: 'readWrite',
    prescriptions: 'readWrite',
    uploads: 'read',
  },
  objects: { files: { 'incoming/': 'readWrite', 'cache/': 'readWrite', 'artefacts/': 'read' } },
  publishes: ['credentialsUnauthenticated', 'credentialsLimitedPermission'],
  secrets: true,
  settings: ['PROVIDER_ADDRESSES'],
  layers: ['gdal'],
  programs: { ...launcher, 'read-prescription': 'functions/areas/prescriptions/read-prescription.ts' },
};
