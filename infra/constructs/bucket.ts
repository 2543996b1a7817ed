import { Duration } from 'aws-cdk-lib';
import type * as kms from 'aws-cdk-lib/aws-kms';
import * as s3 from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import type { OwnedPrefix } from '../../functions/manifest/prefix.ts';
import type { Environment } from '../context/environment.ts';
import { acknowledge } from './acknowledge.ts';
import { withLogicalId, withPolicyId } from './logical-id.ts';
import { removalPolicy } from './removal-policy.ts';

/** Lifetime of versions from which nothing is restored; the minimum of S3. */
const shortestDays = 1;

export interface BucketOptions {
  bucketName: string;
  environment: Environment;
  /** What its objects are; one that expires or is derived has a rule of its own. */
  prefixes: readonly OwnedPrefix[];
  /** The operator's key, in place of one of S3. */
  ownKey: kms.IKey | undefined;
}

/**
 * A private, encrypted bucket that answers over TLS only. Browsers reach it with presigned URLs from any origin: after a
 * redirect from another origin they send `Origin: null`, which only `*` allows.
 *
 * @example bucket(stack, 'LakeBucket', { bucketName, environment, prefixes, ownKey: undefined });
 */
export function bucket(scope: Construct, id: string, options: BucketOptions): s3.Bucket {
  const { bucketName, environment, prefixes, ownKey } = options;
  const made = new s3.Bucket(scope, id, {
    bucketName,
    blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL,
    // With a key of its own the bucket asks KMS once in a while, not for each object.
    ...(ownKey
      ? { encryption: s3.BucketEncryption.KMS, encryptionKey: ownKey, bucketKeyEnabled: true }
      : { encryption: s3.BucketEncryption.S3_MANAGED }),
    enforceSSL: true,
    minimumTLSVersion: 1.2,
    // With the tables, which can be restored to a moment, the files of that moment come back.
    versioned: true,
    objectOwnership: s3.ObjectOwnership.BUCKET_OWNER_ENFORCED,
    removalPolicy: removalPolicy(environment),
    cors: [
      {
        allowedMethods: [s3.HttpMethods.PUT, s3.HttpMethods.GET, s3.HttpMethods.HEAD],
        allowedOrigins: ['*'],
        allowedHeaders: ['*'],
        exposedHeaders: ['ETag', 'Content-Range', 'Content-Length', 'Content-Disposition', 'Accept-Ranges'],
        maxAge: Duration.hours(1).toSeconds(),
      },
    ],
    lifecycleRules: [
      { id: 'abandoned-multiparts', abortIncompleteMultipartUploadAfter: Duration.days(2) },
      {
        id: 'earlier-versions',
        noncurrentVersionExpiration: Duration.days(environment.restoreDays),
        expiredObjectDeleteMarker: true,
      },
      ...prefixes.flatMap(({ prefix, expireDays, isDerived }) =>
        expireDays || isDerived
          ? [
              {
                id: expireDays
                  ? `expire-${prefix.replaceAll('/', '')}`
                  : `earlier-${prefix.replaceAll('/', '-')}versions`,
                prefix,
                ...(expireDays && { expiration: Duration.days(expireDays) }),
                noncurrentVersionExpiration: Duration.days(shortestDays),
              },
            ]
          : [],
      ),
    ],
  });
  acknowledge(
    made,
    'Only our functions and the URLs they sign reach the objects, and the API logs who asked for each. A second log of every request would keep addresses of people for no use.',
    'S1',
  );
  return withPolicyId(withLogicalId(made, id), `${id}Policy`);
}
