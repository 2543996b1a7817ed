import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { s3Error } from '../errors.ts';
import { findRecord } from '../files/bucket.ts';
import { inTurn, joinParts, type Part, type Upload, uploadFolder } from '../files/multipart-files.ts';
import type { ObjectRecord } from '../files/object-record.ts';
import { putObject } from '../files/store.ts';
import { versionHeaders } from '../files/versions.ts';
import { type Answer, type SignedCall, xmlAnswer } from '../operation.ts';
import { type Checksum, checksumHeader, checksumMismatch, checksumOfParts } from '../request/checksums.ts';
import { checkWriteConditions } from '../request/conditions.ts';
import { amzHeader, header, parameter, type S3Request } from '../request/request.ts';
import { receiveText } from '../request/request-body.ts';
import { childText, malformedXml, parseXml, type XmlElement } from '../request/xml-reader.ts';
import { document, field } from '../xml.ts';
import { findUpload } from './multipart-upload.ts';

/** Minimum bytes of a part, except the last. Source: "Amazon S3 multipart upload limits", S3 user guide. */
const smallestPart = 5 * 1024 * 1024;
const maxParts = 10_000;
const maxList = 4 * 1024 * 1024;

export async function completeMultipartUpload(call: SignedCall): Promise<Answer> {
  const { bucket, request, authenticated } = call;
  const done = alreadyCompleted(call);
  if (done) return answer(call, done);
  const upload = findUpload(bucket, request);
  const root = parseXml(await receiveText(request, authenticated, { limit: maxList, ignoresChecksumHeaders: true }));
  if (root.name !== 'CompleteMultipartUpload') throw malformedXml();
  return inTurn(upload, async () => {
    const raced = alreadyCompleted(call);
    return answer(call, raced ?? (await complete(call, findUpload(bucket, request), root)));
  });
}

async function complete(
  { store, bucket, request }: SignedCall,
  upload: Upload,
  root: XmlElement,
): Promise<ObjectRecord> {
  const checkConditions = () =>
    checkWriteConditions((name) => header(request, name), upload.key, findRecord(bucket, upload.key));
  checkConditions();
  const parts = chosenParts(upload, root);
  const size = parts.reduce((sum, part) => sum + part.size, 0);
  const checksum = objectChecksum(upload, parts);
  checkWhole(request, size, checksum);
  const file = await joinParts(bucket.folder, upload, parts, store.sync);
  checkConditions();
  const record: ObjectRecord = {
    key: upload.key,
    size,
    etag: etagOfParts(parts),
    lastModified: store.clock.now(),
    attributes: upload.attributes,
    ...(checksum && { checksum }),
    multipart: { uploadId: upload.id, partSizes: parts.map((part) => part.size) },
  };
  const event = 'ObjectCreated:CompleteMultipartUpload';
  const kept = putObject(store, bucket, record, { event, requestId: request.id, file, uploadId: upload.id });
  await rm(uploadFolder(bucket.folder, upload.id), { recursive: true, force: true });
  return kept;
}

/** The object of an upload that is already complete: a client that lost the response repeats the request and gets it again. */
function alreadyCompleted({ bucket, request }: SignedCall): ObjectRecord | undefined {
  const record = findRecord(bucket, request.key);
  return record?.multipart?.uploadId === parameter(request, 'uploadId') ? record : undefined;
}

function chosenParts(upload: Upload, root: XmlElement): Part[] {
  const listed = root.children.filter((child) => child.name === 'Part');
  if (listed.length === 0 || listed.length > maxParts) throw malformedXml();
  const parts = listed.map((element) => chosenPart(upload, element));
  parts.forEach((part, i) => {
    const before = parts[i - 1];
    if (before && before.number >= part.number) {
      throw s3Error(
        'InvalidPartOrder',
        'The list of parts was not in ascending order. Parts must be ordered by part number.',
        {
          UploadId: upload.id,
        },
      );
    }
    if (i < parts.length - 1 && part.size < smallestPart) {
      throw s3Error('EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size', {
        ProposedSize: String(part.size),
        MinSizeAllowed: String(smallestPart),
        PartNumber: String(part.number),
        ETag: part.etag,
      });
    }
  });
  return parts;
}

function chosenPart(upload: Upload, element: XmlElement): Part {
  const number = childText(element, 'PartNumber')?.trim() ?? '';
  const etag = childText(element, 'ETag')?.trim().replace(/^"|"$/g, '');
  if (!/^\d{1,5}$/.test(number) || etag === undefined) throw malformedXml();
  const part = upload.parts.get(Number(number));
  const { algorithm, type } = upload.checksum ?? {};
  const name = algorithm && `Checksum${algorithm}`;
  const checksum = name && childText(element, name);
  if (!part || part.etag !== etag || (checksum && checksum !== part.checksum)) {
    throw s3Error(
      'InvalidPart',
      "One or more of the specified parts could not be found. The part may not have been uploaded, or the specified entity tag may not match the part's entity tag.",
      { UploadId: upload.id, PartNumber: number, ETag: etag },
    );
  }
  if (type === 'COMPOSITE' && !checksum) {
    throw s3Error(
      'InvalidRequest',
      `The upload was created using a ${algorithm?.toLowerCase()} checksum. The complete request must include the checksum for each part. It was missing for part ${number} in the request.`,
    );
  }
  return part;
}

function etagOfParts(parts: Part[]): string {
  const md5 = createHash('md5');
  for (const part of parts) md5.update(part.etag, 'hex');
  return `${md5.digest('hex')}-${parts.length}`;
}

function objectChecksum(upload: Upload, parts: Part[]): Checksum | undefined {
  if (!upload.checksum) return undefined;
  const { algorithm, type } = upload.checksum;
  return checksumOfParts(
    algorithm,
    type,
    parts.map((part) => ({ checksum: part.checksum ?? '', size: part.size })),
  );
}

/** Checks the size and the checksum of the whole object, if the client stated them. */
function checkWhole(request: S3Request, size: number, checksum: Checksum | undefined): void {
  const announcedSize = amzHeader(request, 'x-amz-mp-object-size');
  if (announcedSize !== undefined && Number(announcedSize) !== size) {
    throw s3Error(
      'InvalidRequest',
      `The provided 'x-amz-mp-object-size' header value ${announcedSize} does not match what was computed: ${size}`,
    );
  }
  const announced = checksum && amzHeader(request, checksumHeader(checksum.algorithm));
  if (checksum && announced !== undefined && announced.replace(/-\d+$/, '') !== checksum.value.replace(/-\d+$/, '')) {
    throw checksumMismatch(checksum.algorithm);
  }
  const announcedType = amzHeader(request, 'x-amz-checksum-type')?.toUpperCase();
  if (checksum && announcedType !== undefined && announcedType !== checksum.type) {
    throw s3Error(
      'InvalidRequest',
      `The upload was created with the checksum type ${checksum.type}, not ${announcedType}.`,
    );
  }
}

function answer({ bucket, request }: SignedCall, record: ObjectRecord): Answer {
  const { checksum } = record;
  return xmlAnswer(
    document('CompleteMultipartUploadResult', [
      field('Location', `http://${header(request, 'host')}${request.rawPath}`),
      field('Bucket', bucket.definition.name),
      field('Key', record.key),
      field('ETag', `"${record.etag}"`),
      field(`Checksum${checksum?.algorithm}`, checksum?.value),
      field('ChecksumType', checksum?.type),
    ]),
    200,
    { ...record.attributes.encryption, ...versionHeaders(bucket, record) },
  );
}
