import { authenticate } from './access/authenticate.ts';
import {
  asMissing,
  onBucket,
  onCopy,
  onEachKey,
  onListing,
  onObject,
  onVersion,
  onWrite,
  refuse,
  type S3Requires,
} from './access/required-access.ts';
import { corsHeaders, preflight } from './cors.ts';
import { notImplemented, S3Error, s3Error } from './errors.ts';
import { finishChange } from './files/store.ts';
import type { Answer, ServiceCall, SignedCall } from './operation.ts';
import {
  getBucketLocation,
  getBucketVersioning,
  headBucket,
  listBuckets,
  putBucketVersioning,
} from './operations/buckets.ts';
import { completeMultipartUpload } from './operations/complete-multipart-upload.ts';
import { copyObject } from './operations/copy-object.ts';
import { deleteObject, deleteObjects } from './operations/delete-objects.ts';
import { getObject, headObject } from './operations/get-object.ts';
import { listMultipartUploads, listParts } from './operations/list-multipart.ts';
import { listObjectsV1, listObjectsV2 } from './operations/list-objects.ts';
import { listObjectVersions } from './operations/list-versions.ts';
import { abortMultipartUpload, createMultipartUpload, uploadPart } from './operations/multipart-upload.ts';
import { putWholeObject } from './operations/put-object.ts';
import { readCopySource } from './request/copy-source.ts';
import { checkKey, header, parameter, type S3Request } from './request/request.ts';

interface Operation {
  method: string;
  on: 'bucket' | 'object';
  /** Query parameters that every request for the operation has. */
  query?: string[];
  /** A header that every request for the operation has. */
  header?: string;
  /** Permissions that a caller of the operation needs. */
  requires: S3Requires;
  handle(call: SignedCall): Answer | Promise<Answer>;
}

/** All operations. A request is served by the first one that fits, so special operations precede general ones. */
const operations: Operation[] = [
  {
    method: 'GET',
    on: 'bucket',
    query: ['location'],
    requires: onBucket('GetBucketLocation'),
    handle: getBucketLocation,
  },
  {
    method: 'GET',
    on: 'bucket',
    query: ['uploads'],
    // Policies cannot limit its prefix.
    requires: onBucket('ListBucketMultipartUploads'),
    handle: listMultipartUploads,
  },
  {
    method: 'GET',
    on: 'bucket',
    query: ['versions'],
    requires: onListing('ListBucketVersions'),
    handle: listObjectVersions,
  },
  {
    method: 'GET',
    on: 'bucket',
    query: ['versioning'],
    requires: onBucket('GetBucketVersioning'),
    handle: getBucketVersioning,
  },
  {
    method: 'PUT',
    on: 'bucket',
    query: ['versioning'],
    requires: onBucket('PutBucketVersioning'),
    handle: putBucketVersioning,
  },
  { method: 'GET', on: 'bucket', query: ['list-type'], requires: onListing('ListBucket'), handle: listObjectsV2 },
  { method: 'GET', on: 'bucket', requires: onListing('ListBucket'), handle: listObjectsV1 },
  { method: 'HEAD', on: 'bucket', requires: onBucket('ListBucket'), handle: headBucket },
  { method: 'POST', on: 'bucket', query: ['delete'], requires: onEachKey, handle: deleteObjects },
  {
    method: 'GET',
    on: 'object',
    query: ['uploadId'],
    requires: onObject('ListMultipartUploadParts'),
    handle: listParts,
  },
  { method: 'GET', on: 'object', requires: onVersion('GetObject'), handle: getObject },
  { method: 'HEAD', on: 'object', requires: onVersion('GetObject'), handle: headObject },
  {
    method: 'PUT',
    on: 'object',
    query: ['partNumber', 'uploadId'],
    requires: onObject('PutObject'),
    handle: uploadPart,
  },
  { method: 'PUT', on: 'object', header: 'x-amz-copy-source', requires: onCopy, handle: copyObject },
  { method: 'PUT', on: 'object', requires: onWrite, handle: putWholeObject },
  { method: 'POST', on: 'object', query: ['uploads'], requires: onWrite, handle: createMultipartUpload },
  { method: 'POST', on: 'object', query: ['uploadId'], requires: onWrite, handle: completeMultipartUpload },
  {
    method: 'DELETE',
    on: 'object',
    query: ['uploadId'],
    requires: onObject('AbortMultipartUpload'),
    handle: abortMultipartUpload,
  },
  { method: 'DELETE', on: 'object', requires: onVersion('DeleteObject'), handle: deleteObject },
];

/** Query parameters that select an operation on a part of a bucket or an object, such as its tags. Source: the operations of the S3 API reference. */
const subresources = new Set(
  `accelerate acl analytics annotation append attributes cors delete encryption intelligent-tiering inventory legal-hold
   lifecycle location logging metadataConfiguration metadataTable metrics notification object-lock ownershipControls
   partNumber policy policyStatus publicAccessBlock renameObject replication requestPayment restore retention select
   select-type session tagging torrent uploadId uploads versionId versioning versions website`.split(/\s+/),
);

/** Answers a request, or throws the S3Error that is its answer. */
export async function route(call: ServiceCall): Promise<Answer> {
  const { store, request, access } = call;
  finishChange(store);
  const bucket = store.buckets.get(request.bucket);
  if (request.method === 'OPTIONS') {
    if (!bucket) throw noSuchBucket(request.bucket);
    return { status: 200, headers: preflight(bucket.definition, request) };
  }
  const authenticated = authenticate(request, access);
  const { accessKeyId } = authenticated.scope;
  if (request.bucket === '') {
    refuse(access.guard, accessKeyId, () => [{ action: 's3:ListAllMyBuckets', resource: '*' }]);
    if (request.method === 'GET') return listBuckets(call);
    throw methodNotAllowed(request);
  }
  checkKey(request.key);
  const operation = findOperation(request);
  refuse(access.guard, accessKeyId, () => operation.requires(call));
  if (!bucket) throw noSuchBucket(request.bucket);
  try {
    return await operation.handle({ ...call, bucket, authenticated });
  } catch (error) {
    throw asMissing(error, access.guard, accessKeyId, missingFrom(request, error));
  }
}

/** The bucket of a missing object: for a copy, the source's, which may be another one. */
function missingFrom(request: S3Request, error: unknown): string {
  const isSource = header(request, 'x-amz-copy-source') !== undefined && error instanceof S3Error;
  return isSource ? readCopySource(request).bucket : request.bucket;
}

/** The CORS headers of every answer to a request, errors included. */
export function answerCors({ store, request }: ServiceCall): Record<string, string> {
  if (request.method === 'OPTIONS') return {};
  return corsHeaders(store.buckets.get(request.bucket)?.definition, request);
}

function findOperation(request: S3Request): Operation {
  const on = request.key === '' ? 'bucket' : 'object';
  const operation = operations.find(
    (candidate) =>
      candidate.method === request.method &&
      candidate.on === on &&
      (candidate.query ?? []).every((name) => parameter(request, name) !== undefined) &&
      (candidate.header === undefined || header(request, candidate.header) !== undefined),
  );
  const known = new Set(operation?.query ?? []);
  if (operation?.handle === getObject || operation?.handle === headObject) known.add('partNumber').add('versionId');
  if (operation?.handle === deleteObject) known.add('versionId');
  const unknown = request.query.find(({ name, hasValue }) => !known.has(name) && (subresources.has(name) || !hasValue));
  if (unknown) throw notImplemented(`?${unknown.name}`);
  // Ignored, it would make an empty part.
  if (operation?.handle === uploadPart && header(request, 'x-amz-copy-source') !== undefined) {
    throw notImplemented('x-amz-copy-source of a part');
  }
  if (operation) return operation;
  if (on === 'bucket' && ['PUT', 'DELETE'].includes(request.method)) {
    throw notImplemented(`${request.method} of a bucket: buckets are those that the template declares`);
  }
  throw methodNotAllowed(request);
}

function noSuchBucket(name: string) {
  return s3Error('NoSuchBucket', 'The specified bucket does not exist', { BucketName: name });
}

function methodNotAllowed(request: S3Request) {
  return s3Error('MethodNotAllowed', 'The specified method is not allowed against this resource.', {
    Method: request.method,
  });
}
