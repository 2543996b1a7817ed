import type { Page, PageRequest } from '../../../../domain/paging.ts';
import { isCursorOf } from '../../cursor.ts';
import type { Item } from '../table.ts';
import { memoryPage } from './memory-page.ts';
import { passing } from './row-stream.ts';
import { type PageLimits, pageLimits, type StreamedList, spotsUpTo, streamPage } from './stream-page.ts';

/** Up to `fewRows` rows are always sorted in memory, and up to one `oneIn`th of a longer list. */
const fewRows = 1_000;
const oneIn = 30;

/**
 * A list that can be read from several indexes. Each checks the parts of the filter that its index lacks on the rows.
 */
export interface NarrowedList<T> {
  /** In the requested order; undefined if no index has it. */
  ordered: StreamedList<T> | undefined;
  /** In orders of their own, filtered by single parts of the filter. */
  narrow: StreamedList<T>[];
  /** Number of rows of the list without its filter. */
  count(): Promise<number>;
  /** The members of a row for sorting in memory, and its unique name. */
  membersOf(row: T): object;
  nameOf(row: T): string;
}

/**
 * One page of a filtered list. The most selective part of the filter is read first, by keys alone: few rows are sorted
 * in memory; more, up to the limit, are selected from the index with the order. If no part is selective enough, rows
 * are checked one by one.
 *
 * @example return narrowedPage({ ordered, narrow: [byName], count, membersOf, nameOf: ({ id }) => id }, asked);
 */
export async function narrowedPage<T>(
  { ordered, narrow, count, membersOf, nameOf }: NarrowedList<T>,
  asked: PageRequest,
  limits: PageLimits = pageLimits,
): Promise<Page<T>> {
  const [first] = narrow;
  if (ordered && !first) return streamPage(ordered, asked, limits);
  if (!first) throw new Error('a list is read in at least one way');
  const fewest = await shortestOf(narrow, limits.rows);
  const sorted = (list: StreamedList<T>) =>
    memoryPage({ ...list, name: first.name }, membersOf, asked, nameOf, limits.rows);
  if (!ordered) return sorted(fewest?.list ?? first);
  const isPicked = asked.cursor !== undefined && isCursorOf(ordered.name, asked.cursor);
  if (!isPicked && asked.cursor !== undefined) return sorted(fewest?.list ?? first);
  if (!fewest) return streamPage(ordered, asked, limits);
  const few = Math.min(limits.rows, Math.max(fewRows, (await count()) / oneIn));
  if (!isPicked && fewest.keys.size <= few) return sorted(fewest.list);
  return streamPage(among(ordered, fewest.keys), asked, limits);
}

interface Few<T> {
  list: StreamedList<T>;
  keys: ReadonlySet<string>;
}

/** The list with the fewest rows, if one has at most `upTo`. */
async function shortestOf<T>(lists: readonly StreamedList<T>[], upTo: number): Promise<Few<T> | undefined> {
  const counted = await Promise.all(
    lists.map(async (list) => {
      const spots = await spotsUpTo(list, upTo);
      return spots ? [{ list, keys: new Set(spots.map((spot) => nameIn(list.keyOf?.(spot) ?? spot.row))) }] : [];
    }),
  );
  return counted.flat().sort((a, b) => a.keys.size - b.keys.size)[0];
}

/** The rows of a list with one of these keys. */
function among<T>(list: StreamedList<T>, keys: ReadonlySet<string>): StreamedList<T> {
  const isWanted = (spot: Parameters<NonNullable<typeof list.keyOf>>[0]) =>
    keys.has(nameIn(list.keyOf?.(spot) ?? spot.row));
  const total = async () => undefined;
  return { ...list, total, open: (budget, first) => passing(list.open(budget, first), isWanted) };
}

function nameIn({ pk, sk }: Item): string {
  return `${pk}\n${sk}`;
}
