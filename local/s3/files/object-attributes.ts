import { invalidArgument, notImplemented, s3Error } from '../errors.ts';
import { checksumHeader } from '../request/checksums.ts';
import { amzHeader, amzHeaderNames, header, type S3Request } from '../request/request.ts';
import type { ObjectAttributes, ObjectRecord } from './object-record.ts';

/** Headers of an upload that are returned unchanged with the object. */
const keptHeaders = [
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-type',
  'expires',
  'x-amz-website-redirect-location',
];
const encryptionHeaders = [
  'x-amz-server-side-encryption',
  'x-amz-server-side-encryption-aws-kms-key-id',
  'x-amz-server-side-encryption-bucket-key-enabled',
];
const encryptionMethods = ['AES256', 'aws:kms', 'aws:kms:dsse'];
/** Maximum bytes of an object's metadata. Source: "user-defined metadata is limited to 2 KB", S3 user guide. */
const maxMetadataBytes = 2048;

/**
 * The attributes of an object in an upload's headers, or in the parameters of a presigned URL.
 *
 * @example const attributes = requestAttributes(request);
 */
export function requestAttributes(request: S3Request): ObjectAttributes {
  const names = amzHeaderNames(request);
  const read = (name: string) =>
    headerValue(name, name.startsWith('x-amz-') ? amzHeader(request, name) : header(request, name));
  const unknown = names.find((name) =>
    /^x-amz-(server-side-encryption-customer|object-lock|tagging|write-offset)/.test(name),
  );
  if (unknown) throw notImplemented(unknown);
  const headers = pick(keptHeaders, read);
  const encoding = headers['content-encoding']
    ?.split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== 'aws-chunked' && entry !== '');
  if (encoding?.length) headers['content-encoding'] = encoding.join(',');
  else delete headers['content-encoding'];

  const encryption = pick(encryptionHeaders, read);
  const method = encryption['x-amz-server-side-encryption'];
  if (method !== undefined && !encryptionMethods.includes(method)) {
    throw invalidArgument('The encryption method specified is not supported', 'x-amz-server-side-encryption', method);
  }
  return {
    headers: { 'content-type': 'binary/octet-stream', ...headers },
    metadata: readMetadata(read, names),
    encryption: { 'x-amz-server-side-encryption': 'AES256', ...encryption },
    storageClass: read('x-amz-storage-class') ?? 'STANDARD',
  };
}

/** The headers of an object in a response, without its length and range. */
export function objectHeaders(record: ObjectRecord, withChecksum: boolean): Record<string, string> {
  const { attributes, checksum } = record;
  return {
    ...attributes.headers,
    ...Object.fromEntries(Object.entries(attributes.metadata).map(([name, value]) => [`x-amz-meta-${name}`, value])),
    ...attributes.encryption,
    ...(attributes.storageClass !== 'STANDARD' && { 'x-amz-storage-class': attributes.storageClass }),
    ...(withChecksum &&
      checksum && { [checksumHeader(checksum.algorithm)]: checksum.value, 'x-amz-checksum-type': checksum.type }),
    'accept-ranges': 'bytes',
    etag: `"${record.etag}"`,
    'last-modified': new Date(record.lastModified).toUTCString(),
  };
}

/**
 * Checks that a value can be returned as a header, which values from presigned URLs may not be.
 *
 * @throws S3Error InvalidArgument
 */
export function headerValue(name: string, value: string | undefined): string | undefined {
  if (value !== undefined && !/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
    throw invalidArgument('Header value cannot be represented using ISO-8859-1.', name, value);
  }
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) throw invalidArgument('This cannot be the name of a header.', 'name', name);
  return value;
}

function readMetadata(read: (name: string) => string | undefined, names: string[]): Record<string, string> {
  const prefix = 'x-amz-meta-';
  const metadata = Object.fromEntries(
    names.filter((name) => name.startsWith(prefix)).map((name) => [name.slice(prefix.length), read(name) ?? '']),
  );
  const bytes = Object.entries(metadata).reduce(
    (sum, [name, value]) => sum + name.length + Buffer.byteLength(value),
    0,
  );
  if (bytes > maxMetadataBytes) {
    throw s3Error('MetadataTooLarge', 'Your metadata headers exceed the maximum allowed metadata size', {
      Size: String(bytes),
      MaxSizeAllowed: String(maxMetadataBytes),
    });
  }
  return metadata;
}

function pick(names: string[], read: (name: string) => string | undefined): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = read(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
