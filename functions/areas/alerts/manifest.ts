import { apiTables, apiTimeoutSeconds, type FunctionNeeds } from '../../manifest/needs.ts';
import type { Table } from '../../manifest/table.ts';

export const tables = {
  alerts: {
    holds: 'webhooks, the types that they listen to, what is on its way to them, attempts, failed calls',
    expires: true,
    eraser: 'partition',
    indexes: {
      byDeadline: { partition: 'deadlineKey', sort: 'deadline', sortIsNumber: true },
      byFailure: { partition: 'failedKey', sort: 'failedSort' },
      byWebhook: { partition: 'pendingKey', sort: 'deadline', sortIsNumber: true },
    },
  },
} as const satisfies Record<string, Table>;

export const needs: FunctionNeeds = {
  purpose: 'Webhooks and the feed of events.',
  memoryMegabytes: 1024,
  timeoutSeconds: apiTimeoutSeconds,
  tables: { ...apiTables, alerts: 'readWrite', events: 'read', users: 'find' },
  sends: ['deliver-webhooks'],
  secrets: true,
};
