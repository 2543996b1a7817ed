import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { invalidArgument, s3Error } from '../errors.ts';
import type { Bucket } from '../files/bucket.ts';
import { inTurn, type Part, savePart, saveUpload, type Upload, uploadFolder } from '../files/multipart-files.ts';
import { requestAttributes } from '../files/object-attributes.ts';
import { openTemporaryFile } from '../files/temporary-file.ts';
import { type Answer, type SignedCall, xmlAnswer } from '../operation.ts';
import {
  type ChecksumType,
  checksumAlgorithm,
  checksumHeader,
  claimedChecksum,
  defaultChecksumType,
  supportsType,
} from '../request/checksums.ts';
import { amzHeader, parameter, type S3Request } from '../request/request.ts';
import { maxBody, type Received, receiveBody } from '../request/request-body.ts';
import { document, field } from '../xml.ts';

/** Maximum number of parts. Source: "Amazon S3 multipart upload limits", S3 user guide. */
const maxParts = 10_000;

export function createMultipartUpload({ store, bucket, request }: SignedCall): Answer {
  const checksum = announcedChecksum(request);
  const upload: Upload = {
    id: randomBytes(24).toString('base64url'),
    key: request.key,
    initiated: store.clock.now(),
    attributes: requestAttributes(request),
    ...(checksum && { checksum }),
    parts: new Map(),
    turn: Promise.resolve(),
  };
  saveUpload(bucket.folder, upload, store.sync);
  bucket.uploads.set(upload.id, upload);
  return xmlAnswer(
    document('InitiateMultipartUploadResult', [
      field('Bucket', bucket.definition.name),
      field('Key', upload.key),
      field('UploadId', upload.id),
    ]),
    200,
    {
      ...upload.attributes.encryption,
      ...(checksum && { 'x-amz-checksum-algorithm': checksum.algorithm, 'x-amz-checksum-type': checksum.type }),
    },
  );
}

export async function uploadPart(call: SignedCall): Promise<Answer> {
  const { store, bucket, request, authenticated } = call;
  const upload = findUpload(bucket, request);
  const claimed = claimedChecksum(request)?.algorithm;
  if (upload.checksum?.type === 'COMPOSITE' && claimed !== upload.checksum.algorithm) {
    throw s3Error(
      'InvalidRequest',
      `Checksum Type mismatch occurred, expected checksum Type: ${upload.checksum.algorithm.toLowerCase()}, actual checksum Type: ${claimed?.toLowerCase() ?? 'null'}`,
    );
  }
  const file = await openTemporaryFile(store.temporaryFolder, store.sync);
  try {
    const options = { limit: maxBody, algorithm: upload.checksum?.algorithm };
    const received = await receiveBody(request, authenticated, file.write, options);
    await file.finish();
    const part = await addPart(call, upload, received, file.path);
    const { checksum } = received;
    return {
      status: 200,
      headers: {
        etag: `"${part.etag}"`,
        ...upload.attributes.encryption,
        ...(checksum && { [checksumHeader(checksum.algorithm)]: checksum.value }),
      },
    };
  } finally {
    await file.discard();
  }
}

/** Makes a finished file a part, unless the upload has ended in the meantime. */
export function addPart({ store, bucket, request }: SignedCall, upload: Upload, received: Received, file: string) {
  const number = partNumber(request);
  return inTurn(upload, async () => {
    findUpload(bucket, request);
    const { checksum } = received;
    const part: Part = {
      number,
      size: received.size,
      etag: received.md5,
      lastModified: store.clock.now(),
      ...(checksum && checksum.algorithm === upload.checksum?.algorithm && { checksum: checksum.value }),
      file: `${String(number).padStart(5, '0')}-${store.journal.nextSequence()}`,
    };
    savePart(bucket.folder, upload, part, file, store.sync);
    return part;
  });
}

export async function abortMultipartUpload({ bucket, request }: SignedCall): Promise<Answer> {
  await abortUpload(bucket, findUpload(bucket, request));
  return { status: 204 };
}

/** Deletes an upload and its parts once no task uses them. */
export function abortUpload(bucket: Bucket, upload: Upload): Promise<void> {
  return inTurn(upload, async () => {
    bucket.uploads.delete(upload.id);
    await rm(uploadFolder(bucket.folder, upload.id), { recursive: true, force: true });
  });
}

/**
 * The multipart upload of a request's `uploadId` and key.
 *
 * @throws S3Error NoSuchUpload
 * @example const upload = findUpload(bucket, request);
 */
export function findUpload(bucket: Bucket, request: S3Request): Upload {
  const id = parameter(request, 'uploadId') ?? '';
  const upload = bucket.uploads.get(id);
  if (!upload || upload.key !== request.key) throw noSuchUpload(id);
  return upload;
}

function noSuchUpload(id: string) {
  return s3Error(
    'NoSuchUpload',
    'The specified upload does not exist. The upload ID may be invalid, or the upload may have been aborted or completed.',
    { UploadId: id },
  );
}

export function partNumber(request: S3Request): number {
  const text = parameter(request, 'partNumber') ?? '';
  const number = Number(text);
  if (!/^\d{1,5}$/.test(text) || number < 1 || number > maxParts) {
    throw invalidArgument(`Part number must be an integer between 1 and ${maxParts}, inclusive`, 'partNumber', text);
  }
  return number;
}

function announcedChecksum(request: S3Request): Upload['checksum'] {
  const name = amzHeader(request, 'x-amz-checksum-algorithm');
  const typeName = amzHeader(request, 'x-amz-checksum-type')?.toUpperCase();
  if (name === undefined) {
    if (typeName === undefined) return undefined;
    throw s3Error(
      'InvalidRequest',
      'The x-amz-checksum-type header can only be used with the x-amz-checksum-algorithm header.',
    );
  }
  const algorithm = checksumAlgorithm(name);
  const type = (typeName ?? defaultChecksumType(algorithm)) as ChecksumType;
  if (!['FULL_OBJECT', 'COMPOSITE'].includes(type)) {
    throw s3Error('InvalidRequest', 'Value for x-amz-checksum-type header is invalid.');
  }
  if (!supportsType(algorithm, type)) {
    throw s3Error(
      'InvalidRequest',
      `The ${type} checksum type cannot be used with the ${algorithm.toLowerCase()} checksum algorithm.`,
    );
  }
  return { algorithm, type };
}
