/** The bytes of a file, which need not lie in memory. */
export interface Content {
  length: number;
  /** @param end exclusive. */
  read(start: number, end: number): Buffer;
}

export function contentOf(bytes: Buffer): Content {
  return { length: bytes.length, read: (start, end) => bytes.subarray(start, end) };
}

const block = 4096;

/** A content of any length whose bytes follow from their positions, for downloads and ranges that no sample is long enough for. */
export function madeUpContent(length: number): Content {
  const pattern = Buffer.from(Array.from({ length: block }, (_, at) => (at * 31 + (at >> 5)) & 0xff));
  return {
    length,
    read(start, end) {
      const bytes = Buffer.alloc(end - start);
      for (let at = 0; at < bytes.length; ) {
        const from = (start + at) % block;
        at += pattern.copy(bytes, at, from);
      }
      return bytes;
    },
  };
}

/** A range of a content; `end` is exclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Reads the only range of a `Range` header (RFC 9110 § 14.1.2): `bytes=0-9`, `bytes=10-` or `bytes=-10`.
 *
 * @returns undefined if the header is no such range; `unsatisfiable` if it lies behind the content.
 */
export function rangeOf(given: string, length: number): ByteRange | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(given.trim()) ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') {
    const count = Math.min(Number(last), length);
    return count === 0 ? 'unsatisfiable' : { start: length - count, end: length };
  }
  const start = Number(first);
  const end = last === '' ? length : Math.min(Number(last) + 1, length);
  if (last !== '' && Number(last) < start) return undefined;
  return start >= length ? 'unsatisfiable' : { start, end };
}

/** The value of `Content-Range` of a part. */
export function contentRange({ start, end }: ByteRange, length: number): string {
  return `bytes ${start}-${end - 1}/${length}`;
}
