import { Problem } from '../../../domain/errors.ts';
import { countedUpTo, type Page, type PageRequest } from '../../../domain/paging.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';
import { getMany } from './get-many.ts';
import type { ReadItem } from './index-page.ts';
import { countKeys, type IndexRange, readKeys } from './index-range.ts';
import type { Item, Table } from './table.ts';

/** Rows that are looked through for one page before it is given up. */
const mostRows = 10_000;
const rowsAtOnce = 200;

/**
 * One page of those items of a range that `read` wants, in the order of the range. Reads only as far as the page goes, so that a filter
 * which most rows pass costs what the page holds; refuses where too many rows would have to be looked through.
 */
export async function filteredPage<T>(
  table: Table,
  range: IndexRange,
  asked: PageRequest,
  read: ReadItem<T>,
  hint: string,
): Promise<Page<T>> {
  const total = countMatches(table, range, read);
  const skip = asked.cursor ? 0 : asked.page * asked.size;
  const kept: { key: Item; value: T }[] = [];
  for await (const { key, value, rows } of matchesOf(table, range, read, asked.cursor)) {
    if (value !== undefined) kept.push({ key, value });
    if (kept.length > skip + asked.size) break;
    if (rows >= mostRows) throw filterTooWide(hint);
  }
  const shown = kept.slice(skip, skip + asked.size);
  const last = kept.length > skip + asked.size ? shown.at(-1) : undefined;
  return {
    items: shown.map(({ value }) => value),
    total: await total,
    next: last && encodeCursor(table, range, last.key),
  };
}

/** How many items match, where that takes no more reading than counting is worth. */
async function countMatches<T>(table: Table, range: IndexRange, read: ReadItem<T>): Promise<number | undefined> {
  if ((await countKeys(table, range, countedUpTo)) === undefined) return undefined;
  let count = 0;
  for await (const { value } of matchesOf(table, range, read)) if (value !== undefined) count += 1;
  return count;
}

async function* matchesOf<T>(
  table: Table,
  range: IndexRange,
  read: ReadItem<T>,
  cursor?: string,
): AsyncGenerator<{ key: Item; value: T | undefined; rows: number }> {
  let from = cursor === undefined ? undefined : decodeCursor(table, range, cursor);
  let rows = 0;
  do {
    const { keys, last } = await readKeys(table, range, rowsAtOnce, from);
    const items = range.index === undefined ? keys : await getMany(table, keys);
    for (const [position, key] of keys.entries()) {
      const item = items[position];
      rows += 1;
      yield { key, value: item && read(item), rows };
    }
    from = last;
  } while (from);
}

function filterTooWide(hint: string): Problem {
  const detail = `More than ${mostRows} rows would have to be looked through for this page. ${hint}`;
  return new Problem('invalid', detail, { errorKey: 'filterTooWide', errors: [{ pointer: '#', message: hint }] });
}
