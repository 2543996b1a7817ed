import type { FunctionNeeds } from '../../manifest/needs.ts';
import type { Table } from '../../manifest/table.ts';

export const tables = {
  events: {
    holds: 'events: until they are delivered, and then for the feed',
    expires: true,
    eraser: 'partition',
    streams: 'NEW_IMAGE',
    indexes: { byFeed: { partition: 'feedKey', sort: 'feedSort' } },
  },
} as const satisfies Record<string, Table>;

/** It sends to the jobs that follow events; `manifests.ts` adds them. */
export const needs: FunctionNeeds = {
  purpose: 'Moves events to the queues of those who wait for them.',
  memoryMegabytes: 512,
  timeoutSeconds: 60,
  tables: { events: 'readWrite', alerts: 'find' },
};
