import { setImmediate as breathe } from 'node:timers/promises';
import { checkWriteConditions } from '../conditions.ts';
import { S3Error, s3Error } from '../errors.ts';
import { type Answer, type SignedCall, xmlAnswer } from '../operation.ts';
import { amzHeaderNames, header } from '../request.ts';
import { receiveText } from '../request-body.ts';
import { mayDelete } from '../required-access.ts';
import { findRecord, removeObject } from '../store.ts';
import { document, element, field } from '../xml.ts';
import { childText, malformedXml, parseXml } from '../xml-reader.ts';

/** Source: "up to 1,000 keys", DeleteObjects, S3 API reference. */
const mostKeys = 1000;
const largestList = 2 * 1024 * 1024;

export function deleteObject({ store, bucket, request }: SignedCall): Answer {
  if (header(request, 'if-match') !== undefined) {
    checkWriteConditions((name) => header(request, name), request.key, findRecord(bucket, request.key));
  }
  removeObject(store, bucket, request.key, 'ObjectRemoved:Delete', request.id);
  return { status: 204 };
}

export async function deleteObjects({ store, bucket, request, access, authenticated }: SignedCall): Promise<Answer> {
  const hasDigest =
    header(request, 'content-md5') !== undefined ||
    amzHeaderNames(request).some((name) => name.startsWith('x-amz-checksum-') || name === 'x-amz-trailer');
  if (!hasDigest) throw s3Error('InvalidRequest', 'Missing required header for this request: Content-MD5');
  const root = parseXml(await receiveText(request, authenticated, { limit: largestList }));
  const objects = root.children.filter((child) => child.name === 'Object');
  if (root.name !== 'Delete' || objects.length === 0 || objects.length > mostKeys) throw malformedXml();
  if (objects.some((object) => !childText(object, 'Key'))) throw malformedXml();
  const isQuiet = childText(root, 'Quiet') === 'true';

  const results: string[] = [];
  for (const [i, object] of objects.entries()) {
    const key = childText(object, 'Key') ?? '';
    if (i % 50 === 49) await breathe();
    try {
      mayDelete(access.guard, authenticated.scope.accessKeyId, request.bucket, key);
      const etag = childText(object, 'ETag');
      if (etag !== undefined) {
        checkWriteConditions((name) => (name === 'if-match' ? etag : undefined), key, findRecord(bucket, key));
      }
      removeObject(store, bucket, key, 'ObjectRemoved:Delete', request.id);
      if (!isQuiet) results.push(element('Deleted', [field('Key', key)]));
    } catch (error) {
      const { code, message } =
        error instanceof S3Error ? error : { code: 'InternalError', message: 'The object stays.' };
      results.push(element('Error', [field('Key', key), field('Code', code), field('Message', message)]));
    }
  }
  return xmlAnswer(document('DeleteResult', results));
}
