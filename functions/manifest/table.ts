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
  /** A user's items are in one partition, `<ownerId>#<svcUserId>`, which is emptied when the user is deleted. Left out where `erasers.ts` brings code for it. */
  eraser?: 'partition';
  /** Why nothing has to be removed from it when a user is deleted. */
  withoutEraser?: string;
}

/** The environment variable with the name of the table: `USERS_TABLE`. */
export function tableVariable(name: string): string {
  return `${name.toUpperCase()}_TABLE`;
}
