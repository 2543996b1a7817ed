import { apiTimeoutSeconds, type FunctionNeeds } from '../../manifest/needs.ts';
import type { Table } from '../../manifest/table.ts';

export const tables = {
  identity: {
    holds: 'passwords, usernames, clients, sealed signing keys, refresh tokens, failed attempts: for signing in alone',
    expires: true,
    withoutEraser: 'holds owners and their applications, not their users',
  },
  owners: {
    holds: 'what checks tokens: owners without their passwords, public keys',
    withoutEraser: 'holds owners, not their users',
  },
} as const satisfies Record<string, Table>;

export const needs: FunctionNeeds = {
  purpose: 'Signs owners in and renews their tokens.',
  // Hashing a password is pure computing, and 1,769 MB is one whole CPU.
  memoryMegabytes: 1769,
  timeoutSeconds: apiTimeoutSeconds,
  tables: { identity: 'readWrite', owners: 'write', requests: 'readWrite' },
  secrets: true,
};
