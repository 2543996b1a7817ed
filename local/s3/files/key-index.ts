/** The keys of a bucket in the order in which S3 lists them: by the bytes of their UTF-8 form. */
export interface KeyIndex {
  readonly size: number;
  at(position: number): string | undefined;
  add(key: string): void;
  remove(key: string): void;
  /** Position of the first key that is equal to `key` or after it. */
  position(key: string): number;
  /** Position of the first key, from `position(prefix)` on, that does not begin with `prefix`. */
  positionAfterPrefix(prefix: string): number;
}

export function createKeyIndex(keys: Iterable<string>): KeyIndex {
  const sorted = [...keys].sort(compareKeys);
  const firstWhere = (isReached: (key: string) => boolean): number => {
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isReached(sorted[middle] ?? '')) high = middle;
      else low = middle + 1;
    }
    return low;
  };
  const position = (key: string) => firstWhere((candidate) => compareKeys(candidate, key) >= 0);
  return {
    get size() {
      return sorted.length;
    },
    at: (index) => sorted[index],
    add(key) {
      const index = position(key);
      if (sorted[index] !== key) sorted.splice(index, 0, key);
    },
    remove(key) {
      const index = position(key);
      if (sorted[index] === key) sorted.splice(index, 1);
    },
    position,
    positionAfterPrefix: (prefix) =>
      firstWhere((candidate) => compareKeys(candidate, prefix) > 0 && !candidate.startsWith(prefix)),
  };
}

/** Order of the UTF-8 bytes, which is that of the code points. JavaScript's own order differs beyond U+D7FF only. */
export function compareKeys(a: string, b: string): number {
  const left = sortable(a);
  const right = sortable(b);
  return left < right ? -1 : left > right ? 1 : 0;
}

function sortable(key: string): string {
  if (!/[\ud800-\uffff]/.test(key)) return key;
  return key.replace(/[\ud800-\uffff]/g, (c) => {
    const unit = c.charCodeAt(0);
    return String.fromCharCode(unit < 0xe000 ? unit + 0x2000 : unit - 0x800);
  });
}
