import { compareKeys, createKeyIndex } from '../files/key-index.ts';
import type { Upload } from '../files/multipart-files.ts';
import { commonPrefix, listKeys } from '../listing.ts';
import { type Answer, type SignedCall, xmlAnswer } from '../operation.ts';
import { parameter } from '../request/request.ts';
import { document, element, field } from '../xml.ts';
import { countParameter, keyEncoder, owner } from './list-objects.ts';
import { findUpload } from './multipart-upload.ts';

const maxEntries = 1000;
const initiator = owner.replaceAll('Owner>', 'Initiator>');

export function listParts({ bucket, request }: SignedCall): Answer {
  const upload = findUpload(bucket, request);
  const max = countParameter(request, 'max-parts', maxEntries);
  const after = countParameter(request, 'part-number-marker', Number.MAX_SAFE_INTEGER);
  const marker = parameter(request, 'part-number-marker') === undefined ? 0 : after;
  const later = [...upload.parts.values()].filter((part) => part.number > marker).sort((a, b) => a.number - b.number);
  const page = later.slice(0, max);
  const { algorithm, type } = upload.checksum ?? {};
  return xmlAnswer(
    document('ListPartsResult', [
      field('Bucket', bucket.definition.name),
      field('Key', upload.key),
      field('UploadId', upload.id),
      initiator,
      owner,
      field('StorageClass', upload.attributes.storageClass),
      field('ChecksumAlgorithm', algorithm),
      field('ChecksumType', type),
      field('PartNumberMarker', marker),
      field('NextPartNumberMarker', later.length > page.length ? page.at(-1)?.number : undefined),
      field('MaxParts', max),
      field('IsTruncated', later.length > page.length),
      ...page.map((part) =>
        element('Part', [
          field('PartNumber', part.number),
          field('LastModified', new Date(part.lastModified).toISOString()),
          field('ETag', `"${part.etag}"`),
          field('Size', part.size),
          field(`Checksum${algorithm}`, part.checksum),
        ]),
      ),
    ]),
  );
}

export function listMultipartUploads({ bucket, request }: SignedCall): Answer {
  const [prefix = '', delimiter = ''] = [parameter(request, 'prefix'), parameter(request, 'delimiter')];
  const [keyMarker = '', idMarker = ''] = [parameter(request, 'key-marker'), parameter(request, 'upload-id-marker')];
  const max = countParameter(request, 'max-uploads', maxEntries);
  const encode = keyEncoder(request);
  const all = [...bucket.uploads.values()].filter((upload) => upload.key.startsWith(prefix)).sort(byKeyThenAge);
  const marked = all.findIndex((upload) => upload.id === idMarker && upload.key === keyMarker);
  const later =
    marked >= 0
      ? all.slice(marked + 1)
      : all.filter((upload) => compareKeys(upload.key, keyMarker) > 0 || keyMarker === '');
  const single = later.filter((upload) => commonPrefix(upload.key, prefix, delimiter) === undefined);
  const page = single.slice(0, max);
  const prefixes = listKeys(createKeyIndex(new Set(later.map((upload) => upload.key))), {
    prefix,
    delimiter,
    after: '',
    max: Number.MAX_SAFE_INTEGER,
  }).entries.filter((entry) => entry.kind === 'prefix');
  const isTruncated = single.length > page.length;
  return xmlAnswer(
    document('ListMultipartUploadsResult', [
      field('Bucket', bucket.definition.name),
      field('KeyMarker', encode(keyMarker)),
      field('UploadIdMarker', idMarker),
      field('NextKeyMarker', isTruncated ? encode(page.at(-1)?.key ?? '') : undefined),
      field('NextUploadIdMarker', isTruncated ? page.at(-1)?.id : undefined),
      field('Delimiter', encode(delimiter) || undefined),
      field('Prefix', encode(prefix)),
      field('EncodingType', parameter(request, 'encoding-type')),
      field('MaxUploads', max),
      field('IsTruncated', isTruncated),
      ...page.map((upload) =>
        element('Upload', [
          field('Key', encode(upload.key)),
          field('UploadId', upload.id),
          initiator,
          owner,
          field('StorageClass', upload.attributes.storageClass),
          field('Initiated', new Date(upload.initiated).toISOString()),
          field('ChecksumAlgorithm', upload.checksum?.algorithm),
          field('ChecksumType', upload.checksum?.type),
        ]),
      ),
      ...prefixes.map(({ text }) => element('CommonPrefixes', [field('Prefix', encode(text))])),
    ]),
  );
}

function byKeyThenAge(a: Upload, b: Upload): number {
  return compareKeys(a.key, b.key) || a.initiated - b.initiated || (a.id < b.id ? -1 : 1);
}
