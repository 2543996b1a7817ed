/** A part of a file: bytes `from` to `to`, both included, of `total`, which a server may not know yet. */
export interface ContentRange {
  from: number;
  to: number;
  total: number | undefined;
}

/** Fifteen digits are exact in a double. */
const satisfied = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15}|\*)$/;
const unsatisfied = /^bytes \*\/(\d{1,15})$/;

/** Reads `Content-Range` of a 206 (RFC 9110, 14.4). Undefined if it is missing, of another unit, or contradicts itself. */
export function contentRange(header: string | undefined): ContentRange | undefined {
  const [, first, last, size] = satisfied.exec(header?.trim() ?? '') ?? [];
  if (first === undefined || last === undefined) return undefined;
  const [from, to, total] = [Number(first), Number(last), size === '*' ? undefined : Number(size)];
  return to >= from && (total === undefined || to < total) ? { from, to, total } : undefined;
}

/** The size of the file in the `Content-Range` of a 416, if it says one. */
export function unsatisfiedTotal(header: string | undefined): number | undefined {
  const [, size] = unsatisfied.exec(header?.trim() ?? '') ?? [];
  return size === undefined ? undefined : Number(size);
}
