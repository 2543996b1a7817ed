import { s3Error } from '../errors.ts';
import { headerValue, objectHeaders } from '../files/object-attributes.ts';
import type { ObjectRecord } from '../files/object-record.ts';
import { type FoundObject, findObject, versionHeaders } from '../files/versions.ts';
import type { Answer, SignedCall } from '../operation.ts';
import { type ByteRange, readRange } from '../request/byte-range.ts';
import { isUnchanged, matches } from '../request/conditions.ts';
import { amzHeader, header, parameter, type S3Request } from '../request/request.ts';

/** Response headers that the caller of a download may set, by query parameter. */
const overrides = {
  'response-cache-control': 'cache-control',
  'response-content-disposition': 'content-disposition',
  'response-content-encoding': 'content-encoding',
  'response-content-language': 'content-language',
  'response-content-type': 'content-type',
  'response-expires': 'expires',
} as const;

export function headObject(call: SignedCall): Answer {
  const { bucket, request } = call;
  return describe(call, findObject(bucket, request.key, parameter(request, 'versionId')));
}

export function getObject(call: SignedCall): Answer {
  const { bucket, request } = call;
  const found = findObject(bucket, request.key, parameter(request, 'versionId'));
  const answer = describe(call, found);
  if (answer.status === 304) return answer;
  const descriptor = found.openData();
  return { ...answer, body: { descriptor, first: answer.range.first, length: answer.length } };
}

interface Description extends Answer {
  range: ByteRange;
  length: number;
}

function describe({ bucket, request }: SignedCall, { record }: FoundObject): Description {
  const isWhole = header(request, 'range') === undefined && parameter(request, 'partNumber') === undefined;
  const headers = {
    ...objectHeaders(record, isWhole && amzHeader(request, 'x-amz-checksum-mode')?.toUpperCase() === 'ENABLED'),
    ...chosenHeaders(request),
    ...versionHeaders(bucket, record),
  };
  const whole = { first: 0, last: record.size - 1 };
  if (isUnchanged((name) => header(request, name), record)) {
    return { status: 304, headers: { etag: headers.etag ?? '' }, range: whole, length: 0 };
  }
  const part = partRange(request, record);
  const asked =
    part ?? (isStillCurrent(request, record) ? readRange(header(request, 'range'), record.size) : undefined);
  const range = asked ?? whole;
  const length = range.last - range.first + 1;
  return {
    status: asked ? 206 : 200,
    headers: {
      ...headers,
      'content-length': String(length),
      ...(asked && { 'content-range': `bytes ${range.first}-${range.last}/${record.size}` }),
      ...(part && record.multipart && { 'x-amz-mp-parts-count': String(record.multipart.partSizes.length) }),
    },
    range,
    length,
  };
}

/** The bytes that were uploaded as the part that `?partNumber=` names. */
function partRange(request: S3Request, record: ObjectRecord): ByteRange | undefined {
  const text = parameter(request, 'partNumber');
  if (text === undefined) return undefined;
  const sizes = record.multipart?.partSizes ?? [record.size];
  const number = Number(text);
  const size = sizes[number - 1];
  if (size === undefined) {
    throw s3Error('InvalidPartNumber', 'The requested partnumber is not satisfiable', {
      ActualPartCount: String(sizes.length),
      PartNumberRequested: text,
    });
  }
  const first = sizes.slice(0, number - 1).reduce((sum, bytes) => sum + bytes, 0);
  return record.size === 0 ? undefined : { first, last: first + size - 1 };
}

/** Whether `If-Range` names the current object: if not, the client has a part of an older one, and no range is sent. */
function isStillCurrent(request: S3Request, record: ObjectRecord): boolean {
  const condition = header(request, 'if-range');
  if (condition === undefined || matches(condition, record.etag)) return true;
  return Date.parse(condition) >= Math.floor(record.lastModified / 1000) * 1000;
}

function chosenHeaders(request: S3Request): Record<string, string> {
  return Object.fromEntries(
    Object.entries(overrides).flatMap(([name, answerName]) => {
      const value = headerValue(name, parameter(request, name));
      return value === undefined ? [] : [[answerName, value]];
    }),
  );
}
