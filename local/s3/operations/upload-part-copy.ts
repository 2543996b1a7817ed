import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { invalidArgument } from '../errors.ts';
import { openTemporaryFile } from '../files/temporary-file.ts';
import { type Answer, type SignedCall, xmlAnswer } from '../operation.ts';
import { startChecksum } from '../request/checksums.ts';
import { findCopySource, maxCopy } from '../request/copy-source.ts';
import { header, type S3Request } from '../request/request.ts';
import { document, field } from '../xml.ts';
import { sourceTooLarge } from './copy-object.ts';
import { addPart, findUpload, partNumber } from './multipart-upload.ts';

/** Makes a part of bytes of an existing object. The bytes are copied, not linked, since joining appends to the file of a part. */
export async function uploadPartCopy(call: SignedCall): Promise<Answer> {
  const { store, bucket, request } = call;
  const upload = findUpload(bucket, request);
  partNumber(request);
  const source = findCopySource(store, request);
  const range = readCopyRange(request, source.record.size);
  if (range.last - range.first >= maxCopy) throw sourceTooLarge();
  const fd = source.openData();
  const bytes = createReadStream('', { fd, start: range.first, end: range.last, highWaterMark: 1024 * 1024 });
  const file = await openTemporaryFile(store.temporaryFolder, store.sync);
  try {
    const md5 = createHash('md5');
    const algorithm = upload.checksum?.algorithm;
    const hasher = algorithm && startChecksum(algorithm);
    let size = 0;
    for await (const chunk of bytes) {
      size += chunk.length;
      md5.update(chunk);
      hasher?.update(chunk);
      await file.write(chunk);
    }
    await file.finish();
    const value = hasher?.digest().toString('base64');
    const received = { size, md5: md5.digest('hex'), ...(algorithm && value && { checksum: { algorithm, value } }) };
    const part = await addPart(call, upload, received, file.path);
    return xmlAnswer(
      document('CopyPartResult', [
        field('LastModified', new Date(part.lastModified).toISOString()),
        field('ETag', `"${part.etag}"`),
        field(`Checksum${algorithm}`, value),
      ]),
      200,
      upload.attributes.encryption,
    );
  } finally {
    bytes.destroy();
    await file.discard();
  }
}

function readCopyRange(request: S3Request, size: number): { first: number; last: number } {
  const text = header(request, 'x-amz-copy-source-range');
  if (text === undefined) return { first: 0, last: size - 1 };
  const match = /^bytes=(\d+)-(\d+)$/.exec(text);
  const [first, last] = [Number(match?.[1]), Number(match?.[2])];
  if (!match || first > last) {
    throw invalidArgument(
      'The x-amz-copy-source-range value must be of the form bytes=first-last where first and last are the zero-based offsets of the first and last bytes to copy',
      'x-amz-copy-source-range',
      text,
    );
  }
  if (last >= size) {
    throw invalidArgument(
      `Range specified is not valid for source object of size: ${size}`,
      'x-amz-copy-source-range',
      text,
    );
  }
  return { first, last };
}
