import { s3Error } from '../errors.ts';

/** First and last byte, both included. */
export interface ByteRange {
  first: number;
  last: number;
}

/**
 * Reads a Range header: `bytes=0-99`, `bytes=100-`, `bytes=-100`. As with S3, several ranges or a header that cannot be
 * understood mean the whole object.
 *
 * @returns undefined for the whole object
 * @throws S3Error InvalidRange when no byte of the object is in the range
 */
export function readRange(header: string | undefined, size: number): ByteRange | undefined {
  if (!header) return undefined;
  const [unit = '', ends = '', ...tooMany] = header.split('=').map((part) => part.trim());
  const [from = '', to, ...furtherEnds] = ends.split('-').map((part) => part.trim());
  if (unit.toLowerCase() !== 'bytes' || to === undefined || tooMany.length + furtherEnds.length > 0) return undefined;
  if (!/^\d+$/.test(from + to)) return undefined;
  const range =
    from === ''
      ? { first: Math.max(0, size - Number(to)), last: size - 1 }
      : { first: Number(from), last: to === '' ? size - 1 : Math.min(Number(to), size - 1) };
  if (from !== '' && to !== '' && Number(to) < Number(from)) return undefined;
  if (range.first >= size || (from === '' && Number(to) === 0)) {
    throw s3Error(
      'InvalidRange',
      'The requested range is not satisfiable',
      { RangeRequested: header, ActualObjectSize: String(size) },
      { 'content-range': `bytes */${size}` },
    );
  }
  return range;
}
