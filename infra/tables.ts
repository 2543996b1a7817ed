/** A global secondary index: both keys are strings unless said otherwise; only keys are copied into it. */
export interface Index {
  partition: string;
  sort: string;
  sortIsNumber?: true;
}

/** A table. Its keys are always `pk` and `sk`, both strings. */
export interface Table {
  holds: string;
  /** Items with `expiresAt` (seconds since 1970) in the past are removed, within days. */
  expires?: true;
  /** Changes of its items are offered to workers for 24 hours: what they became, what they were too, or their keys alone. */
  streams?: 'NEW_IMAGE' | 'NEW_AND_OLD_IMAGES' | 'KEYS_ONLY';
  indexes?: Record<string, Index>;
}

/**
 * Every table. DynamoDB takes one index change per table and update, so a release may add or remove one index of a
 * table, not two; `test/infra/released.test.ts` compares with the last release.
 */
export const tables = {
  identity: {
    holds: 'passwords, usernames, clients, sealed signing keys, refresh tokens, failed attempts: for signing in alone',
    expires: true,
  },
  owners: { holds: 'what checks tokens: owners without their passwords, public keys' },
  users: {
    holds: 'service users, their external ids, tombstones of deleted ones',
    indexes: {
      byOwner: { partition: 'ownerKey', sort: 'sk' },
      byName: { partition: 'ownerKey', sort: 'nameKey' },
      byEmail: { partition: 'ownerKey', sort: 'emailKey' },
      byExternalId: { partition: 'ownerKey', sort: 'externalIdKey' },
    },
  },
  fields: {
    holds: 'growers, farms, fields, boundaries, seasons, zones',
    streams: 'KEYS_ONLY',
    indexes: {
      byOwner: { partition: 'ownerKey', sort: 'listKey' },
      byGroup: { partition: 'groupKey', sort: 'listKey' },
      byTrait: { partition: 'traitKey', sort: 'listKey' },
      byOwnerName: { partition: 'ownerKey', sort: 'nameKey' },
      byOwnerCreated: { partition: 'ownerKey', sort: 'createdKey' },
      byOwnerUpdated: { partition: 'ownerKey', sort: 'updatedKey' },
      byUserName: { partition: 'pk', sort: 'nameKey' },
      byUserCreated: { partition: 'pk', sort: 'createdKey' },
      byUserUpdated: { partition: 'pk', sort: 'updatedKey' },
      byDeadline: { partition: 'deadlineKey', sort: 'deadline', sortIsNumber: true },
    },
  },
  uploads: {
    holds: 'uploads, their entries, upload sessions',
    expires: true,
    indexes: {
      byOwner: { partition: 'ownerKey', sort: 'listKey' },
      byUser: { partition: 'userKey', sort: 'listKey' },
      byOwnerStatus: { partition: 'ownerStatusKey', sort: 'listKey' },
      byUserStatus: { partition: 'userStatusKey', sort: 'listKey' },
      byDeadline: { partition: 'deadlineKey', sort: 'deadline', sortIsNumber: true },
    },
  },
  operations: {
    holds: 'batches of machine files, the files, and what the lake shows of them',
    // A file that is gone says by what it was whose it has been.
    streams: 'NEW_AND_OLD_IMAGES',
    indexes: {
      byOwner: { partition: 'ownerKey', sort: 'listKey' },
      byUser: { partition: 'userKey', sort: 'listKey' },
      byDeadline: { partition: 'deadlineKey', sort: 'deadline', sortIsNumber: true },
    },
  },
  assets: { holds: 'machines, implements and operators' },
  configurations: { holds: 'settings of owners and users' },
  usage: { holds: 'usage facts: who used which product on what area and day' },
  events: { holds: 'events until they are delivered', streams: 'NEW_IMAGE' },
  queries: {
    holds: 'asynchronous queries, and who runs how many',
    expires: true,
    indexes: {
      byOpen: { partition: 'openKey', sort: 'listKey' },
      byDeadline: { partition: 'deadlineKey', sort: 'deadline', sortIsNumber: true },
    },
  },
  requests: { holds: 'answers to repeated requests, exact counters', expires: true },
} as const satisfies Record<string, Table>;

export type TableName = keyof typeof tables;

export const tableNames = Object.keys(tables) as TableName[];

/** The variable that tells a function the table's name: `USERS_TABLE`. */
export function tableVariable(name: TableName): string {
  return `${name.toUpperCase()}_TABLE`;
}
