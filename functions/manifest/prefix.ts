import type { BucketName } from './needs.ts';

/** Objects of a bucket whose keys begin alike. */
export interface Prefix {
  holds: string;
  /** Why nothing has to be removed below it when a user is deleted. Every other prefix has an eraser. */
  withoutEraser?: string;
}

/** The prefixes that a folder owns, by bucket. Keys of objects are made in `domain/files/object-keys.ts`. */
export type Prefixes = Partial<Record<BucketName, Record<string, Prefix>>>;

/** A prefix with its bucket, and the folder that owns it. */
export interface OwnedPrefix extends Prefix {
  owner: string;
  bucket: BucketName;
  prefix: string;
}

export function ownedPrefixes(prefixesOf: Record<string, Prefixes>): OwnedPrefix[] {
  return Object.entries(prefixesOf).flatMap(([owner, buckets]) =>
    (Object.entries(buckets) as [BucketName, Record<string, Prefix>][]).flatMap(([bucket, prefixes]) =>
      Object.entries(prefixes).map(([prefix, told]) => ({ owner, bucket, prefix, ...told })),
    ),
  );
}
