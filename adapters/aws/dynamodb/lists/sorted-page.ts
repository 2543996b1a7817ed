import { Problem } from '../../../../domain/errors.ts';
import { limits, limitText } from '../../../../domain/limits.ts';
import type { Page, PageRequest } from '../../../../domain/paging.ts';
import { cursorInvalid, type ListName, readCursor, writeCursor } from '../../cursor.ts';
import { getMany } from '../get-many.ts';
import type { Item, Table } from '../table.ts';
import type { ReadItem } from './index-page.ts';
import { type IndexRange, readKeys } from './index-range.ts';
import { rowOrder } from './row-order.ts';

export interface SortedInMemory<T> {
  /** A value that is unique among the rows; it breaks ties. */
  nameOf: (row: T) => string;
  /** Advice in the problem for too many rows. */
  hint: string;
  /** Identifies lists with different filters of one range in cursors. */
  name?: string;
}

/**
 * One page of a range in an order without an index. Reads the whole range; throws for too many rows.
 *
 * @example return sortedPage(keys, range, asked, apiKeyFromItem, { nameOf: ({ id }) => id, hint: 'Ask for one user.' });
 */
export async function sortedPage<T extends object>(
  table: Table,
  range: IndexRange,
  asked: PageRequest,
  read: ReadItem<T>,
  { nameOf, hint, name }: SortedInMemory<T>,
): Promise<Page<T>> {
  const list = [table.name, range, asked.sort, ...(name === undefined ? [] : [name])];
  return pageOfRows(list, await readAll(table, range, read, hint), asked, nameOf);
}

/**
 * One page of rows that are in memory, in the requested order.
 *
 * @example return pageOfRows([ownerId, 'webhooks'], webhooks, asked, ({ id }) => id);
 */
export function pageOfRows<T extends object>(
  list: ListName,
  rows: readonly T[],
  asked: PageRequest,
  nameOf: (row: T) => string,
): Page<T> {
  const { keyOf, compare } = rowOrder(asked.sort, nameOf);
  const after = asked.cursor === undefined ? undefined : readCursor(list, asked.cursor);
  if (after && after.length !== asked.sort.length + 1) throw cursorInvalid();
  const sorted = rows.map((value) => ({ value, key: keyOf(value) })).sort((a, b) => compare(a.key, b.key));
  // Continues after a key and not after a number of rows, so that rows which come and go do not move the page.
  const behind = after && sorted.findIndex(({ key }) => compare(key, after) > 0);
  const start = behind === undefined ? asked.page * asked.size : behind < 0 ? sorted.length : behind;
  const shown = sorted.slice(start, start + asked.size);
  const last = start + asked.size < sorted.length ? shown.at(-1) : undefined;
  return {
    items: shown.map(({ value }) => value),
    total: sorted.length,
    next: last && writeCursor(list, last.key),
  };
}

async function readAll<T>(table: Table, range: IndexRange, read: ReadItem<T>, hint: string): Promise<T[]> {
  const rows: T[] = [];
  let from: Item | undefined;
  let seen = 0;
  do {
    const { keys, last } = await readKeys(table, range, limits.sortedRows + 1 - seen, from);
    seen += keys.length;
    if (seen > limits.sortedRows) {
      const detail = `More than ${limitText.sortedRows} rows would have to be sorted for this. ${hint}`;
      throw new Problem('invalid', detail, {
        errorKey: 'sortTooLarge',
        errors: [{ pointer: '#/sort', message: hint }],
      });
    }
    for (const item of range.index === undefined ? keys : await getMany(table, keys)) {
      const row = item && read(item);
      if (row !== undefined) rows.push(row);
    }
    from = last;
  } while (from);
  return rows;
}
