import { Problem } from '../../../../domain/errors.ts';
import { limits } from '../../../../domain/limits.ts';
import type { Page, PageRequest } from '../../../../domain/paging.ts';
import { pageOfRows } from './sorted-page.ts';
import { everyRow, type StreamedList } from './stream-page.ts';

/**
 * One page of a list in an order without an index: all rows are read and sorted in memory.
 *
 * @throws Problem `sortTooLarge` for too many rows.
 * @example return memoryPage(list, (field) => ({ name: field.name }), asked, (field) => field.id);
 */
export async function memoryPage<T, R extends object>(
  list: StreamedList<T>,
  membersOf: (row: T) => R,
  asked: PageRequest,
  nameOf: (row: T) => string,
  upTo = limits.sortedRows,
): Promise<Page<T>> {
  const rows = await everyRow(list, asked, upTo);
  if (!rows) {
    const detail = `More than ${upTo} rows would have to be sorted for this. ${list.hint}`;
    throw new Problem('invalid', detail, {
      errorKey: 'sortTooLarge',
      errors: [{ pointer: '#/sort', message: list.hint }],
    });
  }
  const whole = rows.map((row) => ({ ...membersOf(row), row }));
  const page = pageOfRows([...list.name, 'sorted', asked.sort], whole, asked, ({ row }) => nameOf(row));
  return { ...page, items: page.items.map(({ row }) => row) };
}
