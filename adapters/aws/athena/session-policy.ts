import { queryResultsPrefix } from '../../../domain/files/object-keys.ts';
import type { CompiledQuery } from '../../../sql/compile-query.ts';

/** Maximum characters of a policy for AssumeRole. */
export const maxPolicy = 2_048;

export interface QueryBuckets {
  lakeBucket: string;
  /** `aws`, or another partition of AWS. */
  partition: string;
  /** The bucket for results, below a prefix of each owner. */
  resultsBucket: string;
  /** The key of the operator with which both buckets are encrypted, if they are. */
  keyArn?: string | undefined;
}

const ownerPattern = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;
const namePattern = /^[a-z][a-z0-9_]*$/;

/** The folders of the lake with the rows of some scans. */
export function scannedPrefixes(ownerId: string, scans: CompiledQuery['scans']): string[] {
  const prefixes = scans.map(({ stored, only }) => {
    const table = stored.at(-1) ?? '';
    if (!namePattern.test(table)) throw new Error(`"${table}" is no name of a table in the lake`);
    if (only.owner === undefined) return `lake/${table}/`;
    if (only.owner !== ownerId) throw new Error(`a query of the owner ${ownerId} reads rows of ${only.owner}`);
    if (!/^\d+$/.test(only.gen ?? '')) throw new Error(`${table} is read without its generation`);
    return `lake/${table}/owner=${ownerId}/gen=${only.gen}/`;
  });
  return [...new Set(prefixes)].sort();
}

/**
 * The session policy of a query, whose permissions are the intersection with those of the role: read the owner's files
 * of the scanned generations and the named reference tables, and write and read results below the owner's prefix. The
 * role names the bucket of the lake and its tables, so that ten of them fit. Athena accesses S3 as its caller, so this
 * also stops a query that bypasses all other checks.
 *
 * @throws Error for a name of an owner or table that could match others, and for a policy that is too long.
 */
export function sessionPolicy(
  ownerId: string,
  prefixes: readonly string[],
  { partition, lakeBucket, resultsBucket, keyArn }: QueryBuckets,
): string {
  if (!ownerPattern.test(ownerId)) throw new Error('the id of the owner is not one');
  const [lake, results] = [lakeBucket, resultsBucket].map((bucket) => `arn:${partition}:s3:::${bucket}`);
  const own = queryResultsPrefix(ownerId);
  // No key contains two folders of owners.
  const ownPrefixes = prefixes.filter((prefix) => prefix.includes('/owner='));
  const read = new Set(prefixes.map((prefix) => prefix.replace(/^lake\/[^/]+\/owner=/, 'lake/*/owner=')));
  const listed = [
    ...(ownPrefixes.length > 0 ? [`lake/*/owner=${ownerId}/*`] : []),
    // Athena also probes folders without their slash.
    ...[...prefixes.filter((prefix) => !ownPrefixes.includes(prefix)), own].map((prefix) => prefix.replace(/\/$/, '*')),
  ];
  const buckets = [lake, results];
  const policy = JSON.stringify({
    Version: '2012-10-17',
    Statement: [
      allow(
        ['s3:GetObject'],
        [...[...read].map((prefix) => `arn:${partition}:s3:::*/${prefix}*`), `${results}/${own}*`],
      ),
      {
        ...allow(['s3:ListBucket'], buckets),
        // The buckets share no prefix.
        Condition: { StringLike: { 's3:prefix': listed } },
      },
      allow(['s3:PutObject', 's3:AbortMultipartUpload', 's3:ListMultipartUploadParts'], [`${results}/${own}*`]),
      allow(['s3:GetBucketLocation', 's3:ListBucketMultipartUploads'], buckets),
      // The role restricts the actions, the workgroup, the database and its tables, and the key to what S3 does with it.
      allow(['athena:*', 'glue:Get*', ...(keyArn ? ['kms:*'] : [])], ['*']),
    ],
  });
  if (policy.length > maxPolicy) throw new Error(`the session policy has ${policy.length} characters`);
  return policy;
}

const allow = (Action: string[], Resource: readonly unknown[]) => ({ Effect: 'Allow', Action, Resource });
