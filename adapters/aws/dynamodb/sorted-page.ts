import { Problem } from '../../../domain/errors.ts';
import { type Page, type PageRequest, sortedInMemoryUpTo } from '../../../domain/paging.ts';
import { cursorInvalid } from './cursor.ts';
import { getMany } from './get-many.ts';
import type { ReadItem } from './index-page.ts';
import { type IndexRange, readKeys } from './index-range.ts';
import type { Item, Table } from './table.ts';

export interface SortedInMemory<T> {
  order: (a: T, b: T) => number;
  /** What to do instead, said when there are too many rows. */
  hint: string;
}

/** One page of a range in an order that no index has. Reads the whole range, and refuses where that is too much. */
export async function sortedPage<T>(
  table: Table,
  range: IndexRange,
  asked: PageRequest,
  read: ReadItem<T>,
  { order, hint }: SortedInMemory<T>,
): Promise<Page<T>> {
  const rows = (await readAll(table, range, read, hint)).sort(order);
  const start = asked.cursor ? offsetIn(asked.cursor) : asked.page * asked.size;
  const end = start + asked.size;
  return { items: rows.slice(start, end), total: rows.length, next: end < rows.length ? offsetCursor(end) : undefined };
}

async function readAll<T>(table: Table, range: IndexRange, read: ReadItem<T>, hint: string): Promise<T[]> {
  const rows: T[] = [];
  let from: Item | undefined;
  let seen = 0;
  do {
    const { keys, last } = await readKeys(table, range, sortedInMemoryUpTo + 1 - seen, from);
    seen += keys.length;
    if (seen > sortedInMemoryUpTo) {
      const detail = `More than ${sortedInMemoryUpTo} rows would have to be sorted for this. ${hint}`;
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

function offsetCursor(offset: number): string {
  return Buffer.from(JSON.stringify({ offset })).toString('base64url');
}

function offsetIn(cursor: string): number {
  try {
    const { offset } = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as { offset?: unknown };
    if (typeof offset === 'number' && Number.isInteger(offset) && offset >= 0) return offset;
  } catch {
    // Falls through to the refusal: what cannot be read is not ours.
  }
  throw cursorInvalid();
}
