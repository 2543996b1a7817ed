import { geos } from '../../manifest/beside.ts';
import { apiTables, apiTimeoutSeconds, type FunctionNeeds } from '../../manifest/needs.ts';
import type { Prefixes } from '../../manifest/prefix.ts';
import type { Table } from '../../manifest/table.ts';

export const tables = {
  satellite: {
    holds:
      'ground of owners of which satellite images are made, the processing of each scene, and the scenes of cells, which all owners share',
    indexes: {
      byCreated: { partition: 'ownerKey', sort: 'createdKey' },
      byExternalId: { partition: 'ownerKey', sort: 'externalKey' },
      byProviders: { partition: 'ownerKey', sort: 'providersKey' },
      byStatus: { partition: 'statusKey', sort: 'rowKey' },
      byDeadline: { partition: 'deadlineKey', sort: 'deadline', sortIsNumber: true },
    },
    withoutEraser: 'holds ground of owners, which belongs to none of their users; it goes when the owner deletes it',
  },
} as const satisfies Record<string, Table>;

export const needs: FunctionNeeds = {
  purpose: 'Ground of which satellite images are made, and the images.',
  memoryMegabytes: 1024,
  timeoutSeconds: apiTimeoutSeconds,
  tables: { ...apiTables, satellite: 'readWrite' },
  objects: { files: { 'satellite/': 'read' } },
  // Seals links of images, which it opens again, and keys of Planet, which workers open.
  secrets: true,
  sends: ['search-scenes', 'process-scenes', 'follow-planet', 'erase-satellite-field'],
  settings: ['PLANET_URL'],
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
