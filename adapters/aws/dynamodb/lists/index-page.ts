import { limits } from '../../../../domain/limits.ts';
import type { Page, PageRequest } from '../../../../domain/paging.ts';
import { getMany } from '../get-many.ts';
import type { Item, Table } from '../table.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';
import { countKeys, type IndexRange, readKeys } from './index-range.ts';

/** Converts an item to an entry of the list; undefined to leave it out. */
export type ReadItem<T> = (item: Item) => T | undefined;

/**
 * One page of the items in a keys-only index, or in a partition of the table, ordered by key. The total is `counted`,
 * or exact up to `limits.countedRows`. Cost: the keys of the page (for a page number, of the pages before it too), the page's
 * items, and the counted keys.
 *
 * @example return indexPage(uploads, userUploads(ownerId, svcUserId), asked, uploadFromItem);
 */
export async function indexPage<T>(
  table: Table,
  range: IndexRange,
  asked: PageRequest,
  read: ReadItem<T>,
  counted?: Promise<number>,
): Promise<Page<T>> {
  if (counted) return { ...(await readPage(table, range, asked, read)), total: await counted };
  const counting = asked.cursor ? undefined : countKeys(table, range, limits.countedRows);
  const page = await readPage(table, range, asked, read);
  if (page.next === undefined && !asked.cursor && page.items.length > 0) {
    await counting;
    return { ...page, total: asked.page * asked.size + page.items.length };
  }
  return { ...page, total: await (counting ?? countKeys(table, range, limits.countedRows)) };
}

async function readPage<T>(table: Table, range: IndexRange, asked: PageRequest, read: ReadItem<T>): Promise<Page<T>> {
  const wanted = asked.size + 1;
  const kept: { key: Item; value: T }[] = [];
  let skip = asked.cursor ? 0 : asked.page * asked.size;
  let from = asked.cursor ? decodeCursor(table, range, asked.cursor) : undefined;
  do {
    const { keys, last } = await readKeys(table, range, skip > 0 ? skip : wanted - kept.length, from);
    from = last;
    if (skip > 0) {
      skip -= keys.length;
      continue;
    }
    const items = range.index === undefined ? keys : await getMany(table, keys);
    for (const [position, key] of keys.entries()) {
      const item = items[position];
      const value = item && read(item);
      if (value !== undefined) kept.push({ key, value });
    }
  } while (from && kept.length < wanted);
  const shown = kept.slice(0, asked.size);
  const last = kept.length > asked.size ? shown.at(-1) : undefined;
  return { items: shown.map(({ value }) => value), next: last && encodeCursor(table, range, last.key) };
}
