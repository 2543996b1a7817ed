import type { Requirement } from '../../iam/decide.ts';
import type { Guard } from '../../iam/guard.ts';
import { bucketArn } from '../../template/arns.ts';
import { S3Error, s3Error } from '../errors.ts';
import type { SignedCall } from '../operation.ts';
import { readCopySource } from '../request/copy-source.ts';
import { header, parameter } from '../request/request.ts';

/** Permissions that a call needs. Source: service authorization reference, "Actions, resources, and condition keys for Amazon S3". */
export type S3Requires = (call: Pick<SignedCall, 'store' | 'request'>) => Requirement[];

/** The permission for deleting an object, or for deleting one of its versions, which is another permission. */
export function objectOf(bucket: string, key: string, version: string | undefined): Requirement {
  return {
    action: version === undefined ? 's3:DeleteObject' : 's3:DeleteObjectVersion',
    resource: objectArn(bucket, key),
  };
}

const objectArn = (bucket: string, key: string) => `${bucketArn(bucket)}/${key}`;

export function onBucket(name: string): S3Requires {
  return ({ request }) => [{ action: `s3:${name}`, resource: bucketArn(request.bucket) }];
}

/** The permission for a listing. Policies can limit its prefix, which is empty for a listing of the whole bucket. */
export function onListing(name: string): S3Requires {
  return ({ request }) => [
    {
      action: `s3:${name}`,
      resource: bucketArn(request.bucket),
      context(key) {
        if (key === 's3:prefix') return [parameter(request, 'prefix') ?? ''];
        const asked = key.startsWith('s3:') ? parameter(request, key.slice('s3:'.length)) : undefined;
        return asked === undefined ? undefined : [asked];
      },
    },
  ];
}

export function onObject(name: string): S3Requires {
  return ({ request }) => [{ action: `s3:${name}`, resource: objectArn(request.bucket, request.key) }];
}

/** The permission for an object, or for the version that a request names, which is another permission. */
export function onVersion(name: 'GetObject' | 'DeleteObject'): S3Requires {
  return (call) => onObject(parameter(call.request, 'versionId') === undefined ? name : `${name}Version`)(call);
}

/** The permissions for writing an object: `If-Match` needs the one for reading. */
export const onWrite: S3Requires = (call) => [
  ...onObject('PutObject')(call),
  ...(header(call.request, 'if-match') === undefined ? [] : onObject('GetObject')(call)),
];

/** The permissions for a copy: reading the source, and writing the target. */
export const onCopy: S3Requires = (call) => {
  const { bucket, key, version } = readCopySource(call.request);
  return [reading(bucket, key, version), ...onWrite(call)];
};

function reading(bucket: string, key: string, version: string | undefined): Requirement {
  return { action: version === undefined ? 's3:GetObject' : 's3:GetObjectVersion', resource: objectArn(bucket, key) };
}

/** No permission: those for the single keys are checked once their list has been read. */
export const onEachKey: S3Requires = () => [];

export function mayDelete(guard: Guard | undefined, accessKeyId: string, subject: Requirement): void {
  refuse(guard, accessKeyId, () => [subject]);
}

/** Checks the permissions of a caller. @throws S3Error AccessDenied in the words of IAM */
export function refuse(guard: Guard | undefined, accessKeyId: string, requirements: () => Requirement[]): void {
  const refusal = guard?.refusal(accessKeyId, requirements);
  if (!refusal) return;
  if (refusal.unknownKey) {
    throw s3Error('InvalidAccessKeyId', 'The AWS Access Key Id you provided does not exist in our records.', {
      AWSAccessKeyId: accessKeyId,
    });
  }
  throw s3Error('AccessDenied', refusal.message);
}

/**
 * The error for a missing object: 404 for callers that may list its key and learn nothing new, and 403 for others. The key counts as
 * the prefix of that listing.
 */
export function asMissing(error: unknown, guard: Guard | undefined, accessKeyId: string, bucket: string): unknown {
  if (!(error instanceof S3Error) || error.code !== 'NoSuchKey' || !guard) return error;
  const key = error.details.Key ?? '';
  const context = (name: string) => (name === 's3:prefix' ? [key] : undefined);
  if (guard.allows(accessKeyId, { action: 's3:ListBucket', resource: bucketArn(bucket), context })) return error;
  return s3Error('AccessDenied', 'Access Denied');
}
