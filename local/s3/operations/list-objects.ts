import { invalidArgument } from '../errors.ts';
import { type Bucket, findRecord } from '../files/bucket.ts';
import { type ListingEntry, listKeys } from '../listing.ts';
import { encodeKey } from '../notifications.ts';
import { type Answer, type SignedCall, xmlAnswer } from '../operation.ts';
import { parameter, type S3Request } from '../request/request.ts';
import { document, element, field } from '../xml.ts';

/** Maximum number of entries of a page. Source: "returns up to 1,000", ListObjectsV2, S3 API reference. */
export const maxEntries = 1000;

export function listObjectsV2({ request, bucket }: SignedCall): Answer {
  const token = parameter(request, 'continuation-token');
  const startAfter = parameter(request, 'start-after');
  const { query, encode } = readListing(request);
  const after = token === undefined ? (startAfter ?? '') : readToken(token);
  const { entries, next } = listKeys(bucket.keys, { ...query, after });
  return xmlAnswer(
    document('ListBucketResult', [
      field('Name', bucket.definition.name),
      field('Prefix', encode(query.prefix)),
      field('Delimiter', encode(query.delimiter) || undefined),
      field('MaxKeys', query.max),
      field('EncodingType', parameter(request, 'encoding-type')),
      field('KeyCount', entries.length),
      field('IsTruncated', next !== undefined),
      field('ContinuationToken', token),
      field('NextContinuationToken', next === undefined ? undefined : Buffer.from(next).toString('base64url')),
      field('StartAfter', startAfter === undefined ? undefined : encode(startAfter)),
      ...writeEntries(bucket, entries, encode, parameter(request, 'fetch-owner') === 'true'),
    ]),
  );
}

export function listObjectsV1({ request, bucket }: SignedCall): Answer {
  const marker = parameter(request, 'marker') ?? '';
  const { query, encode } = readListing(request);
  const { entries, next } = listKeys(bucket.keys, { ...query, after: marker });
  return xmlAnswer(
    document('ListBucketResult', [
      field('Name', bucket.definition.name),
      field('Prefix', encode(query.prefix)),
      field('Marker', encode(marker)),
      field('NextMarker', next === undefined || query.delimiter === '' ? undefined : encode(next)),
      field('Delimiter', encode(query.delimiter) || undefined),
      field('MaxKeys', query.max),
      field('EncodingType', parameter(request, 'encoding-type')),
      field('IsTruncated', next !== undefined),
      ...writeEntries(bucket, entries, encode, true),
    ]),
  );
}

/** The value of a numeric parameter such as `max-keys`. */
export function countParameter(request: S3Request, name: string, otherwise: number): number {
  const text = parameter(request, name);
  if (text === undefined || text === '') return otherwise;
  if (!/^\d{1,9}$/.test(text))
    throw invalidArgument(`Provided ${name} not an integer or within integer range`, name, text);
  return Math.min(Number(text), otherwise);
}

/** Encodes keys for a response: as in URLs with `encoding-type=url`, since XML cannot contain every character. */
export function keyEncoder(request: S3Request): (key: string) => string {
  const type = parameter(request, 'encoding-type');
  if (type === undefined) return (key) => key;
  if (type === 'url') return encodeKey;
  throw invalidArgument('Invalid Encoding Method specified in Request', 'encoding-type', type);
}

function readListing(request: S3Request) {
  const [prefix = '', delimiter = ''] = [parameter(request, 'prefix'), parameter(request, 'delimiter')];
  const max = countParameter(request, 'max-keys', maxEntries);
  return { query: { prefix, delimiter, max }, encode: keyEncoder(request) };
}

function readToken(token: string): string {
  const after = Buffer.from(token, 'base64url').toString('utf8');
  if (after === '') throw invalidArgument('The continuation token provided is incorrect', 'continuation-token', token);
  return after;
}

function writeEntries(bucket: Bucket, entries: ListingEntry[], encode: (key: string) => string, withOwner: boolean) {
  const contents = entries
    .filter((entry) => entry.kind === 'key')
    .map(({ text }) => {
      const record = findRecord(bucket, text);
      return element('Contents', [
        field('Key', encode(text)),
        field('LastModified', new Date(record?.lastModified ?? 0).toISOString()),
        field('ETag', `"${record?.etag}"`),
        field('ChecksumAlgorithm', record?.checksum?.algorithm),
        field('ChecksumType', record?.checksum?.type),
        field('Size', record?.size),
        ...(withOwner ? [owner] : []),
        field('StorageClass', record?.attributes.storageClass),
      ]);
    });
  const prefixes = entries
    .filter((entry) => entry.kind === 'prefix')
    .map(({ text }) => element('CommonPrefixes', [field('Prefix', encode(text))]));
  return [...contents, ...prefixes];
}

/** The only owner of buckets and objects. */
export const owner = element('Owner', [field('ID', 'FURROWLOCAL'), field('DisplayName', 'furrow')]);
