import { invalidArgument } from '../errors.ts';
import type { Bucket } from '../files/bucket.ts';
import { compareVersions, type ObjectRecord, versionOf } from '../files/object-record.ts';
import { versionsOf } from '../files/versions.ts';
import { commonPrefix } from '../listing.ts';
import { type Answer, type SignedCall, xmlAnswer } from '../operation.ts';
import { parameter } from '../request/request.ts';
import { document, element, field } from '../xml.ts';
import { countParameter, keyEncoder, maxEntries, owner } from './list-objects.ts';

interface VersionsQuery {
  prefix: string;
  delimiter: string;
  /** The key at which the previous page ended; `versionMarker` names its last version on that page. */
  keyMarker: string;
  versionMarker: string | undefined;
  max: number;
}

type Entry = { prefix: string } | { record: ObjectRecord; isLatest: boolean };

/** Lists versions and delete markers, by key, and of one key the newest first. */
export function listObjectVersions({ request, bucket }: SignedCall): Answer {
  const read = (name: string) => parameter(request, name) ?? '';
  const [prefix, delimiter, keyMarker] = [read('prefix'), read('delimiter'), read('key-marker')];
  const versionMarker = read('version-id-marker') || undefined;
  if (versionMarker !== undefined && keyMarker === '') {
    const message = 'A version-id marker cannot be specified without a key marker.';
    throw invalidArgument(message, 'version-id-marker', versionMarker);
  }
  const max = countParameter(request, 'max-keys', maxEntries);
  const encode = keyEncoder(request);
  const page = pageOf(bucket, { prefix, delimiter, keyMarker, versionMarker, max });
  const last = page.isTruncated ? page.entries.at(-1) : undefined;
  return xmlAnswer(
    document('ListVersionsResult', [
      field('Name', bucket.definition.name),
      field('Prefix', encode(prefix)),
      field('Delimiter', encode(delimiter) || undefined),
      field('KeyMarker', encode(keyMarker)),
      field('VersionIdMarker', versionMarker ?? ''),
      field('MaxKeys', max),
      field('EncodingType', parameter(request, 'encoding-type')),
      field('IsTruncated', page.isTruncated),
      field('NextKeyMarker', last && encode('prefix' in last ? last.prefix : last.record.key)),
      field('NextVersionIdMarker', last && 'record' in last ? versionOf(last.record) : undefined),
      ...page.entries.map((entry) => write(entry, encode)),
    ]),
  );
}

function pageOf(bucket: Bucket, query: VersionsQuery): { entries: Entry[]; isTruncated: boolean } {
  const { prefix, delimiter, max } = query;
  const keys = bucket.allKeys;
  const end = keys.positionAfterPrefix(prefix);
  const entries: Entry[] = [];
  let position = Math.max(keys.position(prefix), startOf(bucket, query));
  while (position < end && max > 0) {
    const key = keys.at(position) ?? '';
    const shared = commonPrefix(key, prefix, delimiter);
    const found = shared === undefined ? versionEntries(bucket, key, query) : [{ prefix: shared }];
    for (const entry of found) {
      if (entries.length === max) return { entries, isTruncated: true };
      entries.push(entry);
    }
    position = shared === undefined ? position + 1 : keys.positionAfterPrefix(shared);
  }
  return { entries, isTruncated: false };
}

/** The index of the first key of a page; a version marker's key comes again, with its remaining versions. */
function startOf({ allKeys }: Bucket, { prefix, delimiter, keyMarker, versionMarker }: VersionsQuery): number {
  if (keyMarker === '') return 0;
  if (keyMarker.startsWith(prefix) && commonPrefix(keyMarker, prefix, delimiter) === keyMarker) {
    return allKeys.positionAfterPrefix(keyMarker);
  }
  const position = allKeys.position(keyMarker);
  return allKeys.at(position) === keyMarker && versionMarker === undefined ? position + 1 : position;
}

function versionEntries(bucket: Bucket, key: string, { keyMarker, versionMarker }: VersionsQuery): Entry[] {
  const entries = versionsOf(bucket, key).map((record, index) => ({ record, isLatest: index === 0 }));
  if (key !== keyMarker || versionMarker === undefined) return entries;
  return entries.filter(({ record }) => compareVersions(versionOf(record), versionMarker) > 0);
}

function write(entry: Entry, encode: (key: string) => string): string {
  if ('prefix' in entry) return element('CommonPrefixes', [field('Prefix', encode(entry.prefix))]);
  const { record, isLatest } = entry;
  const fields = [
    field('Key', encode(record.key)),
    field('VersionId', versionOf(record)),
    field('IsLatest', isLatest),
    field('LastModified', new Date(record.lastModified).toISOString()),
    owner,
  ];
  if (record.isDeleteMarker) return element('DeleteMarker', fields);
  return element('Version', [
    ...fields,
    field('ETag', `"${record.etag}"`),
    field('ChecksumAlgorithm', record.checksum?.algorithm),
    field('ChecksumType', record.checksum?.type),
    field('Size', record.size),
    field('StorageClass', record.attributes.storageClass),
  ]);
}
