import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { invalidArgument, s3Error } from '../errors.ts';
import { findRecord } from '../files/bucket.ts';
import { requestAttributes } from '../files/object-attributes.ts';
import { type ObjectAttributes, type ObjectRecord, versionOf } from '../files/object-record.ts';
import { putObject } from '../files/store.ts';
import { versionHeaders } from '../files/versions.ts';
import { type Answer, type SignedCall, xmlAnswer } from '../operation.ts';
import { type Checksum, checksumAlgorithm, startChecksum } from '../request/checksums.ts';
import { checkWriteConditions } from '../request/conditions.ts';
import { type CopySource, duplicate, findCopySource, maxCopy } from '../request/copy-source.ts';
import { amzHeader, amzHeaderNames, header, type S3Request } from '../request/request.ts';
import { document, field } from '../xml.ts';

export async function copyObject(call: SignedCall): Promise<Answer> {
  const { store, bucket, request } = call;
  const source = findCopySource(store, request);
  const isSame = source.bucket === bucket && source.record.key === request.key && source.isCurrent;
  if (source.record.size > maxCopy) throw sourceTooLarge();
  const attributes = copiedAttributes(request, source.record, isSame);
  const checkConditions = () =>
    checkWriteConditions((name) => header(request, name), request.key, findRecord(bucket, request.key));
  checkConditions();
  const file = await duplicate(source, store.temporaryFolder);
  try {
    const checksum = await copiedChecksum(request, source, file);
    checkConditions();
    const { multipart: _, checksum: __, ...kept } = source.record;
    const record: ObjectRecord = {
      ...kept,
      key: request.key,
      lastModified: store.clock.now(),
      attributes,
      ...(checksum && { checksum }),
    };
    const put = { event: 'ObjectCreated:Copy', requestId: request.id, file } as const;
    const stored = putObject(store, bucket, record, put);
    const from = source.bucket.definition.versioned ? { 'x-amz-copy-source-version-id': versionOf(source.record) } : {};
    return answer(stored, { ...versionHeaders(bucket, stored), ...from });
  } finally {
    await rm(file, { force: true });
  }
}

function sourceTooLarge() {
  return s3Error(
    'InvalidRequest',
    `The specified copy source is larger than the maximum allowable size for a copy source: ${maxCopy}`,
  );
}

function copiedAttributes(request: S3Request, source: ObjectRecord, isSame: boolean): ObjectAttributes {
  const asked = requestAttributes(request);
  const replacesMetadata = directive(request, 'x-amz-metadata-directive') === 'REPLACE';
  const changes = amzHeaderNames(request).some((name) =>
    /^x-amz-(storage-class|server-side-encryption|website)/.test(name),
  );
  if (isSame && !replacesMetadata && !changes) {
    throw s3Error(
      'InvalidRequest',
      "This copy request is illegal because it is trying to copy an object to itself without changing the object's metadata, storage class, website redirect location or encryption attributes.",
    );
  }
  const described = replacesMetadata ? asked : source.attributes;
  return {
    ...asked,
    headers: described.headers,
    metadata: described.metadata,
  };
}

function directive(request: S3Request, name: string): 'COPY' | 'REPLACE' {
  const value = amzHeader(request, name) ?? 'COPY';
  if (value === 'COPY' || value === 'REPLACE') return value;
  throw invalidArgument(`Unknown ${name.slice('x-amz-'.length)}.`, name, value);
}

/** The source's checksum; if another algorithm is requested, it is computed from the bytes. */
async function copiedChecksum(request: S3Request, source: CopySource, file: string): Promise<Checksum | undefined> {
  const asked = amzHeader(request, 'x-amz-checksum-algorithm');
  const { checksum } = source.record;
  const algorithm = asked === undefined ? undefined : checksumAlgorithm(asked);
  if (!algorithm || (checksum?.type === 'FULL_OBJECT' && checksum.algorithm === algorithm)) return checksum;
  const hasher = startChecksum(algorithm);
  for await (const chunk of createReadStream(file)) hasher.update(chunk);
  return { algorithm, type: 'FULL_OBJECT', value: hasher.digest().toString('base64') };
}

function answer(record: ObjectRecord, headers: Record<string, string>): Answer {
  return xmlAnswer(
    document('CopyObjectResult', [
      field('LastModified', new Date(record.lastModified).toISOString()),
      field('ETag', `"${record.etag}"`),
      field(`Checksum${record.checksum?.algorithm}`, record.checksum?.value),
      field('ChecksumType', record.checksum?.type),
    ]),
    200,
    { ...record.attributes.encryption, ...headers },
  );
}
