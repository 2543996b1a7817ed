import { Problem } from '../../../../domain/errors.ts';
import { limits } from '../../../../domain/limits.ts';
import type { Page, PageRequest } from '../../../../domain/paging.ts';
import { type ListName, readCursor, writeCursor } from '../../cursor.ts';
import { getMany } from '../get-many.ts';
import type { Item, Table } from '../table.ts';
import type { ReadItem } from './index-page.ts';
import { type ReadBudget, ReadsSpent, type RowStream, type Spot } from './row-stream.ts';

/** Limits of the reads for one page. */
export interface PageLimits {
  /** Maximum reads of keys, of up to 1,000 each. */
  reads: number;
  /** Maximum items that are read. */
  rows: number;
}

export const pageLimits: PageLimits = { reads: 300, rows: limits.sortedRows };

/** A list: a stream of rows, the items that they refer to, and their conversion. */
export interface StreamedList<T> {
  table: Table;
  /** Identifies the list and its owner, so that cursors of others are rejected. */
  name: ListName;
  open(budget: ReadBudget, first: number): RowStream;
  /**
   * The key of a row's item; by default its own `pk` and `sk`. `undefined` for rows of the table itself, which are
   * whole items.
   */
  keyOf: ((spot: Spot) => Item) | undefined;
  read: ReadItem<T>;
  /** The user of a row, if its keys contain the user; otherwise read from its item. */
  userOf?: ((spot: Spot) => string) | undefined;
  userIn(value: T): string;
  /** Whether `read` leaves out existing rows, because of filters without an index. */
  narrows: boolean;
  /** The number of rows in the list, if it can be determined without reading them; undefined if there are too many. */
  total?: (() => Promise<number | undefined>) | undefined;
  /** Advice in the problem for too many rows. */
  hint: string;
}

/** Maximum reads of keys for counting or listing rows. */
const countingReads = 30;

interface ListedRow<T> {
  at: string;
  value: T;
  /** The position of the row before it. */
  behind: string | undefined;
}

/** The rows that were read of a list. */
interface Read<T> {
  kept: ListedRow<T>[];
  /** Whether reading ended at the limits. */
  spent: boolean;
  /** Whether rows of deleted users were skipped. */
  passedOver: boolean;
}

/**
 * One page of a list, filled by reading as far as needed. If the limits are reached first, the page is short: the last
 * row that was found begins the next page, so that a page behind a link is never empty.
 *
 * @throws Problem `filterTooWide` if fewer than two rows are found within the limits; `rowsBeingErased` if that is
 * because of deleted users.
 * @example return streamPage({ table, name, open, keyOf, read, userIn, narrows: false, hint }, asked);
 */
export async function streamPage<T>(
  list: StreamedList<T>,
  asked: PageRequest,
  limits: PageLimits = pageLimits,
): Promise<Page<T>> {
  const counting = list.total?.();
  const after = asked.cursor === undefined ? undefined : String(readCursor(list.name, asked.cursor)[0]);
  const skip = after === undefined ? asked.page * asked.size : 0;
  const wanted = skip + asked.size + 1;
  // Rows before a page that is requested by number do not count as searched.
  const allowed = { ...limits, rows: limits.rows + skip };
  const { kept, spent, passedOver } = await readRows(list, asked, { after, wanted, limits: allowed });
  const next = kept.length === wanted || spent ? kept.pop() : undefined;
  const shown = kept.slice(skip);
  if (spent && shown.length === 0) {
    await counting;
    throw passedOver || !list.narrows ? rowsBeingErased() : filterTooWide(list.hint, limits);
  }
  const whole = after === undefined && next === undefined && shown.length > 0 ? kept.length : undefined;
  return {
    items: shown.map(({ value }) => value),
    total: counting ? await counting : (whole ?? (await countRows(list, asked))),
    next: next && writeCursor(list.name, [next.behind ?? '']),
  };
}

/**
 * All rows of a list; undefined if there are more than `upTo`, or the limits are reached.
 *
 * @example const rows = await everyRow(list, asked, 10_000); // undefined for more
 */
export async function everyRow<T>(
  list: StreamedList<T>,
  asked: Pick<PageRequest, 'existing'>,
  upTo: number,
): Promise<T[] | undefined> {
  const limits = { reads: pageLimits.reads, rows: upTo + 1 };
  const { kept, spent } = await readRows(list, asked, { after: undefined, wanted: upTo + 1, limits });
  return spent || kept.length > upTo ? undefined : kept.map(({ value }) => value);
}

async function countRows<T>(list: StreamedList<T>, asked: PageRequest): Promise<number | undefined> {
  if (!(await spotsUpTo(list, limits.countedRows))) return undefined;
  return (await everyRow(list, asked, limits.countedRows))?.length;
}

/**
 * The rows of a list's streams, before `read` filters them; undefined if there are more than `upTo`, or the limits are
 * reached.
 *
 * @example const spots = await spotsUpTo(list, 1_000); // undefined for more
 */
export async function spotsUpTo<T>(list: StreamedList<T>, upTo: number): Promise<Spot[] | undefined> {
  const stream = list.open({ reads: countingReads }, Math.min(upTo, 1_000));
  const { spots, spent } = await take(stream, undefined, upTo + 1);
  return spent || spots.length > upTo ? undefined : spots;
}

async function readRows<T>(
  list: StreamedList<T>,
  { existing }: Pick<PageRequest, 'existing'>,
  { after, wanted, limits }: { after: string | undefined; wanted: number; limits: PageLimits },
): Promise<Read<T>> {
  const stream = list.open({ reads: limits.reads }, Math.min(wanted, 200));
  const isThere = remembering(existing);
  const kept: ListedRow<T>[] = [];
  let last = after;
  let looked = 0;
  let passedOver = false;
  for (;;) {
    const { spots, spent, ended } = await take(stream, last, Math.min(Math.max(wanted - kept.length, 20), 500));
    const own = list.userOf ? await isThere(spots, list.userOf) : spots;
    looked += own.length;
    const found = await valuesAt(list, own);
    const shown = list.userOf ? found : await isThere(found, ({ value }) => list.userIn(value));
    passedOver ||= own.length < spots.length || shown.length < found.length;
    const before = new Map(spots.map(({ at }, position) => [at, spots[position - 1]?.at ?? last]));
    kept.push(...shown.slice(0, wanted - kept.length).map((row) => ({ ...row, behind: before.get(row.at) })));
    last = spots.at(-1)?.at ?? last;
    if (ended || kept.length === wanted) return { kept, spent: false, passedOver };
    if (spent || looked >= limits.rows) return { kept, spent: true, passedOver };
  }
}

async function valuesAt<T>(
  { table, keyOf, read }: StreamedList<T>,
  spots: Spot[],
): Promise<Pick<ListedRow<T>, 'at' | 'value'>[]> {
  const items = keyOf ? await getMany(table, spots.map(keyOf)) : spots.map(({ row }) => row);
  return spots.flatMap(({ at }, position) => {
    const item = items[position];
    const value = item && read(item);
    return value === undefined ? [] : [{ at, value }];
  });
}

/** The next rows of a stream, within its budget. */
async function take(
  stream: RowStream,
  after: string | undefined,
  count: number,
): Promise<{ spots: Spot[]; ended: boolean; spent: boolean }> {
  const spots: Spot[] = [];
  try {
    while (spots.length < count) {
      const spot = await stream.seek(spots.at(-1)?.at ?? after, true);
      if (!spot) return { spots, ended: true, spent: false };
      spots.push(spot);
    }
    return { spots, ended: false, spent: false };
  } catch (error) {
    if (error instanceof ReadsSpent) return { spots, ended: false, spent: true };
    throw error;
  }
}

/** Leaves out rows of deleted users; checks each user once. */
function remembering(existing: PageRequest['existing']) {
  const known = new Map<string, boolean>();
  return async <R>(rows: R[], userOf: (row: R) => string): Promise<R[]> => {
    if (!existing) return rows;
    const unknown = [...new Set(rows.map(userOf))].filter((id) => !known.has(id));
    const there = unknown.length > 0 ? await existing(unknown) : new Set<string>();
    for (const id of unknown) known.set(id, there.has(id));
    return rows.filter((row) => known.get(userOf(row)));
  };
}

function filterTooWide(hint: string, { rows }: PageLimits): Problem {
  const detail = `More than ${rows} rows would have to be looked through for this page. ${hint}`;
  return new Problem('invalid', detail, { errorKey: 'filterTooWide', errors: [{ pointer: '#', message: hint }] });
}

function rowsBeingErased(): Problem {
  const detail =
    'The rows of users that have been deleted are being erased, and too many lie before the next row. Ask again.';
  return new Problem('unavailable', detail, { errorKey: 'rowsBeingErased', retryAfterSeconds: 5 });
}
