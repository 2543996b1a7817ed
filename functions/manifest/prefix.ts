import type { BucketName } from './needs.ts';

/** Objects of a bucket whose keys begin alike. */
export interface Prefix {
  holds: string;
  /** Objects below it are temporary, and removed after so many days. */
  expireDays?: number;
  /** Its objects are made of others and replaced often: earlier versions are kept for a day. */
  isDerived?: true;
  /**
   * What is removed below it when a user is deleted: all of the user, where the ids of owner and user follow the prefix, or all of the owner.
   * Left out where `erasers.ts` brings code for it.
   */
  eraser?: { of: 'user' | 'owner'; after?: readonly string[] };
  /** Why nothing has to be removed below it when a user is deleted. */
  withoutEraser?: string;
}

/** The prefixes that a folder owns, by bucket. */
export type Prefixes = Partial<Record<BucketName, Record<string, Prefix>>>;

/** A prefix with its bucket, and the folder that owns it. */
export interface OwnedPrefix extends Prefix {
  owner: string;
  bucket: BucketName;
  prefix: string;
}

export function ownedPrefixes(owner: string, buckets: Prefixes): OwnedPrefix[] {
  return (Object.entries(buckets) as [BucketName, Record<string, Prefix>][]).flatMap(([bucket, prefixes]) =>
    Object.entries(prefixes).map(([prefix, declaration]) => ({ owner, bucket, prefix, ...declaration })),
  );
}
