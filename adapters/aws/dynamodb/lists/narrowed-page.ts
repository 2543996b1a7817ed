import type { Page, PageRequest } from '../../../../domain/paging.ts';
import { isCursorOf } from '../../../cursor.ts';
import type { Item } from '../table.ts';
import { memoryPage } from './memory-page.ts';
import { passing } from './row-stream.ts';
import { type PageLimits, pageLimits, type StreamedList, spotsUpTo, streamPage } from './stream-page.ts';

/** As many rows are sorted in memory however few a list has, and never more than one in so many of its rows. */
const fewRows = 1_000;
const oneIn = 30;

/** A list that can be read in more than one way. Each reads all parts of the filter that its own index does not know from the rows. */
export interface NarrowedList<T> {
  /** In the order that is asked for; undefined when no index has it. */
  ordered: StreamedList<T> | undefined;
  /** In orders of their own, what single parts of the filter leave. */
  narrow: StreamedList<T>[];
  /** How many rows the list would have without its filter. */
  count(): Promise<number>;
  /** Rows as they are sorted in memory, and what no two of them share. */
  membersOf(row: T): object;
  nameOf(row: T): string;
}

/**
 * One page of a filtered list. The part of the filter that leaves the fewest rows is looked up first, by keys alone: a few are sorted in
 * memory, and more, up to the limit of rows, are picked from the index that has the order. Only where every part leaves more than that,
 * rows are looked through one by one.
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

/** The list with the fewest rows, as far as one has at most `upTo`. */
async function shortestOf<T>(lists: readonly StreamedList<T>[], upTo: number): Promise<Few<T> | undefined> {
  const counted = await Promise.all(
    lists.map(async (list) => {
      const spots = await spotsUpTo(list, upTo);
      return spots ? [{ list, keys: new Set(spots.map((spot) => nameIn(list.keyOf?.(spot) ?? spot.row))) }] : [];
    }),
  );
  return counted.flat().sort((a, b) => a.keys.size - b.keys.size)[0];
}

/** The rows of a list whose items have one of these keys. */
function among<T>(list: StreamedList<T>, keys: ReadonlySet<string>): StreamedList<T> {
  const isWanted = (spot: Parameters<NonNullable<typeof list.keyOf>>[0]) =>
    keys.has(nameIn(list.keyOf?.(spot) ?? spot.row));
  const total = async () => undefined;
  return { ...list, total, open: (budget, first) => passing(list.open(budget, first), isWanted) };
}

function nameIn({ pk, sk }: Item): string {
  return `${pk}\n${sk}`;
}
