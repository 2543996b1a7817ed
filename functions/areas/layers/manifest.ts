import { launcher } from '../../manifest/beside.ts';
import { apiTables, apiTimeoutSeconds, type FunctionNeeds, maxMemoryMegabytes } from '../../manifest/needs.ts';

export const needs: FunctionNeeds = {
  purpose: 'Checks aerial images, and sends them to providers.',
  // The reader of an image is a process beside the function.
  memoryMegabytes: maxMemoryMegabytes,
  timeoutSeconds: apiTimeoutSeconds,
  tables: { ...apiTables, users: 'change', keys: 'find', credentials: 'readWrite', uploads: 'read' },
  objects: { files: { 'incoming/': 'readWrite' } },
  publishes: ['credentialsUnauthenticated', 'credentialsLimitedPermission'],
  secrets: true,
  settings: ['PROVIDER_ADDRESSES'],
  layers: ['gdal'],
  programs: { ...launcher, 'read-geotiff': 'functions/areas/layers/read-geotiff.ts' },
};
