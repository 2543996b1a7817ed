import { geos } from '../../manifest/beside.ts';
import { apiTables, apiTimeoutSeconds, type FunctionNeeds } from '../../manifest/needs.ts';
import type { Prefixes } from '../../manifest/prefix.ts';
import type { Table } from '../../manifest/table.ts';

export const tables = {
  satellite: {
    holds:
      'fields that owners registered for satellite images, the processing of each scene, and the scenes of cells, which all owners share',
    indexes: {
      byCreated: { partition: 'ownerKey', sort: 'createdKey' },
      byExternalId: { partition: 'ownerKey', sort: 'externalKey' },
      byProviders: { partition: 'ownerKey', sort: 'providersKey' },
      byStatus: { partition: 'statusKey', sort: 'rowKey' },
      byDeadline: { partition: 'deadlineKey', sort: 'deadline', sortIsNumber: true },
    },
    // Slots and waiting work of owners; the last of them is sent as a message within a minute.
    expires: true,
    withoutEraser: 'holds ground of owners, which belongs to none of their users; it goes when the owner deletes it',
  },
} as const satisfies Record<string, Table>;

export const needs: FunctionNeeds = {
  purpose: 'Fields registered for satellite images, and their images.',
  memoryMegabytes: 1024,
  timeoutSeconds: apiTimeoutSeconds,
  tables: { ...apiTables, satellite: 'readWrite' },
  objects: { files: { 'satellite/': 'read' } },
  // Seals links of images and opens them again, and seals keys of Planet, which workers open.
  secrets: true,
  sends: ['search-scenes', 'process-scenes', 'follow-planet', 'erase-satellite-field'],
  settings: ['PLANET_URL', 'PLANET_SOURCE', 'SCENES_SOURCE'],
  assets: geos,
};

export const prefixes: Prefixes = {
  files: {
    'satellite/': {
      holds: 'images of satellite scenes, by owner, field and process',
      withoutEraser: 'holds images of ground of owners, which belongs to none of their users; they go with the ground',
    },
  },
};
