import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';

/** Size of a part. S3 accepts at most 10,000 parts of at least 5 MiB: enough for 160 GB. */
const partBytes = 16 * 1024 * 1024;

/**
 * Stores content while it arrives, with at most one part in memory.
 *
 * @example await putStream(client, { Bucket, Key, ContentType: 'application/zip' }, createReadStream(path));
 */
export async function putStream(
  client: S3Client,
  object: { Bucket: string; Key: string; ContentType: string },
  content: AsyncIterable<Uint8Array>,
): Promise<void> {
  const parts = partsOf(content);
  try {
    await putParts(client, object, parts);
  } finally {
    // Ends the producer when its content is no longer read.
    await parts.return(undefined);
  }
}

async function putParts(
  client: S3Client,
  object: { Bucket: string; Key: string; ContentType: string },
  parts: AsyncGenerator<Uint8Array, undefined>,
): Promise<void> {
  const first = await parts.next();
  const second = first.done ? first : await parts.next();
  if (second.done) {
    await client.send(new PutObjectCommand({ ...object, Body: first.done ? new Uint8Array() : first.value }));
    return;
  }
  const { Bucket, Key } = object;
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(object));
  try {
    const Parts: CompletedPart[] = [];
    const send = async (Body: Uint8Array) => {
      const PartNumber = Parts.length + 1;
      const { ETag } = await client.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body }));
      Parts.push({ PartNumber, ETag });
    };
    await send(first.value as Uint8Array);
    await send(second.value);
    for await (const part of parts) await send(part);
    await client.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } }));
  } catch (error) {
    await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
    throw error;
  }
}

/** Joins chunks to parts of at least `partBytes`; the last part may be smaller. */
async function* partsOf(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, undefined> {
  let pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of content) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes < partBytes) continue;
    yield Buffer.concat(pieces);
    pieces = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(pieces);
}
