import { Duration } from 'aws-cdk-lib';
import * as s3 from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import type { OwnedPrefix } from '../../functions/manifest/prefix.ts';
import type { Environment } from '../context/environment.ts';
import { acknowledge } from './acknowledge.ts';
import { withLogicalId, withPolicyId } from './logical-id.ts';
import { removalPolicy } from './removal-policy.ts';

/** Lifetime of versions from which nothing is restored; the minimum of S3. */
const shortestDays = 1;

/**
 * A private, encrypted bucket that answers over TLS only. Browsers reach it with presigned URLs from any origin: after a
 * redirect from another origin they send `Origin: null`, which only `*` allows.
 *
 * @param prefixes what its objects are; one that expires or is derived has a rule of its own.
 */
export function bucket(
  scope: Construct,
  id: string,
  bucketName: string,
  environment: Environment,
  prefixes: readonly OwnedPrefix[],
): s3.Bucket {
  const made = new s3.Bucket(scope, id, {
    bucketName,
    blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL,
    encryption: s3.BucketEncryption.S3_MANAGED,
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
