import type { KeyIndex } from './files/key-index.ts';

export interface ListingQuery {
  prefix: string;
  delimiter: string;
  /** The key or common prefix at which the previous page ended; empty for the first page. */
  after: string;
  max: number;
}

export interface ListingEntry {
  kind: 'key' | 'prefix';
  text: string;
}

export interface Listing {
  entries: ListingEntry[];
  /** The `after` of the next page; absent on the last page. */
  next?: string;
}

/**
 * One page of a bucket's keys; keys that share a part up to the delimiter count as one entry.
 *
 * @example const { entries, next } = listKeys(bucket.keys, { prefix: 'a/', delimiter: '/', after: '', max: 1000 });
 */
export function listKeys(keys: KeyIndex, { prefix, delimiter, after, max }: ListingQuery): Listing {
  const entries: ListingEntry[] = [];
  const end = keys.positionAfterPrefix(prefix);
  let position = Math.max(keys.position(prefix), startAfter(keys, after, prefix, delimiter));
  if (max === 0) return { entries };
  while (position < end) {
    if (entries.length === max) return { entries, next: entries.at(-1)?.text ?? '' };
    const key = keys.at(position) ?? '';
    const shared = commonPrefix(key, prefix, delimiter);
    entries.push(shared === undefined ? { kind: 'key', text: key } : { kind: 'prefix', text: shared });
    position = shared === undefined ? position + 1 : keys.positionAfterPrefix(shared);
  }
  return { entries };
}

export function commonPrefix(key: string, prefix: string, delimiter: string): string | undefined {
  const found = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length);
  return found < 0 ? undefined : key.slice(0, found + delimiter.length);
}

function startAfter(keys: KeyIndex, after: string, prefix: string, delimiter: string): number {
  if (after === '') return 0;
  if (after.startsWith(prefix) && commonPrefix(after, prefix, delimiter) === after) {
    return keys.positionAfterPrefix(after);
  }
  const position = keys.position(after);
  return keys.at(position) === after ? position + 1 : position;
}
