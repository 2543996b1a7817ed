import { setImmediate as breathe } from 'node:timers/promises';
import { mayDelete, objectOf } from '../access/required-access.ts';
import { S3Error, s3Error } from '../errors.ts';
import { findRecord } from '../files/bucket.ts';
import { versionOf } from '../files/object-record.ts';
import { removeObject, removeVersion } from '../files/store.ts';
import { findVersion } from '../files/versions.ts';
import { type Answer, type SignedCall, xmlAnswer } from '../operation.ts';
import { checkWriteConditions } from '../request/conditions.ts';
import { amzHeaderNames, header, parameter } from '../request/request.ts';
import { receiveText } from '../request/request-body.ts';
import { childText, malformedXml, parseXml } from '../request/xml-reader.ts';
import { document, element, field } from '../xml.ts';

/** Maximum number of keys. Source: "up to 1,000 keys", DeleteObjects, S3 API reference. */
const maxKeys = 1000;
const maxList = 2 * 1024 * 1024;

export function deleteObject({ store, bucket, request }: SignedCall): Answer {
  if (header(request, 'if-match') !== undefined) {
    checkWriteConditions((name) => header(request, name), request.key, findRecord(bucket, request.key));
  }
  const { marker, version } = remove({ store, bucket, request }, request.key, parameter(request, 'versionId'));
  const headers = {
    ...(version !== undefined && { 'x-amz-version-id': version }),
    ...(marker && { 'x-amz-delete-marker': 'true' }),
  };
  return { status: 204, headers };
}

interface Removal {
  /** The id of the removed version, or of the new delete marker. */
  version?: string;
  /** Set for a delete marker: whether the removal made it, or removed it. */
  marker?: 'made' | 'removed';
}

/** Removes an object, or permanently one of its versions. A missing object counts as removed. */
function remove(
  { store, bucket, request }: Pick<SignedCall, 'store' | 'bucket' | 'request'>,
  key: string,
  version: string | undefined,
): Removal {
  if (version === undefined) {
    const removed = removeObject(store, bucket, key, 'ObjectRemoved', request.id);
    return removed?.isDeleteMarker ? { version: versionOf(removed), marker: 'made' } : {};
  }
  const found = findVersion(bucket, key, version);
  if (found) removeVersion(store, bucket, found, 'ObjectRemoved', request.id);
  return { version, ...(found?.isDeleteMarker && { marker: 'removed' }) };
}

export async function deleteObjects({ store, bucket, request, access, authenticated }: SignedCall): Promise<Answer> {
  const hasDigest =
    header(request, 'content-md5') !== undefined ||
    amzHeaderNames(request).some((name) => name.startsWith('x-amz-checksum-') || name === 'x-amz-trailer');
  if (!hasDigest) throw s3Error('InvalidRequest', 'Missing required header for this request: Content-MD5');
  const root = parseXml(await receiveText(request, authenticated, { limit: maxList }));
  const objects = root.children.filter((child) => child.name === 'Object');
  if (root.name !== 'Delete' || objects.length === 0 || objects.length > maxKeys) throw malformedXml();
  if (objects.some((object) => !childText(object, 'Key'))) throw malformedXml();
  const isQuiet = childText(root, 'Quiet') === 'true';

  const results: string[] = [];
  for (const [i, object] of objects.entries()) {
    const key = childText(object, 'Key') ?? '';
    if (i % 50 === 49) await breathe();
    try {
      const version = childText(object, 'VersionId') || undefined;
      mayDelete(access.guard, authenticated.scope.accessKeyId, objectOf(request.bucket, key, version));
      const etag = childText(object, 'ETag');
      if (etag !== undefined) {
        checkWriteConditions((name) => (name === 'if-match' ? etag : undefined), key, findRecord(bucket, key));
      }
      const removal = remove({ store, bucket, request }, key, version);
      if (!isQuiet) results.push(describe(key, version, removal));
    } catch (error) {
      const { code, message } =
        error instanceof S3Error ? error : { code: 'InternalError', message: 'The object stays.' };
      results.push(element('Error', [field('Key', key), field('Code', code), field('Message', message)]));
    }
  }
  return xmlAnswer(document('DeleteResult', results));
}

/** The entry of a key: the requested version, and the delete marker that was made or removed. Source: DeletedObject, S3 API reference. */
function describe(key: string, asked: string | undefined, { version, marker }: Removal): string {
  return element('Deleted', [
    field('Key', key),
    field('VersionId', asked),
    field('DeleteMarker', marker && true),
    field('DeleteMarkerVersionId', marker && version),
  ]);
}
