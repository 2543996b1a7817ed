import { findRecord } from '../files/bucket.ts';
import { requestAttributes } from '../files/object-attributes.ts';
import type { ObjectRecord } from '../files/object-record.ts';
import { putObject } from '../files/store.ts';
import { openTemporaryFile } from '../files/temporary-file.ts';
import { versionHeaders } from '../files/versions.ts';
import type { Answer, SignedCall } from '../operation.ts';
import type { Checksum } from '../request/checksums.ts';
import { checksumHeader } from '../request/checksums.ts';
import { checkWriteConditions } from '../request/conditions.ts';
import { header } from '../request/request.ts';
import { maxBody, type Received, receiveBody } from '../request/request-body.ts';

export async function putWholeObject({ store, bucket, request, authenticated }: SignedCall): Promise<Answer> {
  const attributes = requestAttributes(request);
  const checkConditions = () =>
    checkWriteConditions((name) => header(request, name), request.key, findRecord(bucket, request.key));
  checkConditions();
  const file = await openTemporaryFile(store.temporaryFolder, store.sync);
  try {
    const received = await receiveBody(request, authenticated, file.write, { limit: maxBody });
    await file.finish();
    checkConditions();
    const put = { event: 'ObjectCreated:Put', requestId: request.id, file: file.path } as const;
    const record = putObject(store, bucket, recordOf(request.key, received, attributes, store.clock.now()), put);
    return {
      status: 200,
      headers: {
        etag: `"${record.etag}"`,
        ...attributes.encryption,
        ...checksumHeaders(record.checksum),
        ...versionHeaders(bucket, record),
      },
    };
  } finally {
    await file.discard();
  }
}

/** The record of an object that was uploaded in one request. */
export function recordOf(
  key: string,
  received: Received,
  attributes: ObjectRecord['attributes'],
  lastModified: number,
): ObjectRecord {
  const { size, md5, checksum } = received;
  return {
    key,
    size,
    etag: md5,
    lastModified,
    attributes,
    ...(checksum && { checksum: { ...checksum, type: 'FULL_OBJECT' } }),
  };
}

function checksumHeaders(checksum: Checksum | undefined): Record<string, string> {
  return checksum ? { [checksumHeader(checksum.algorithm)]: checksum.value, 'x-amz-checksum-type': checksum.type } : {};
}
