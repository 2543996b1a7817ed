import type { Item, Table } from '../table.ts';
import { type IndexRange, readKeys } from './index-range.ts';

/** A row of a list: its position in the order of the list, and its item in the index or in the table. */
export interface Spot {
  at: string;
  row: Item;
}

/** Rows ordered by position. Positions in successive calls must not decrease. */
export interface RowStream {
  /** The first row at or after `from`; after it if `past` is set. From the beginning without `from`. */
  seek(from?: string, past?: boolean): Promise<Spot | undefined>;
}

/** Number of requests to DynamoDB that the streams of one page may still send. */
export interface ReadBudget {
  reads: number;
}

/** Thrown by a stream whose budget is used up. */
export class ReadsSpent extends Error {}

/** Options of a stream. */
export interface Streamed {
  budget: ReadBudget;
  /** Number of keys of the first read, and of each after a jump; consecutive reads double it. */
  first: number;
  /**
   * Converts a sort key without its prefix to a position, and back; streams that are intersected need the same
   * positions.
   */
  positionOf?(text: string, row: Item): string;
  textOf?(position: string): string;
}

const keysAtOnce = 1_000;
const highest = '\u{10FFFF}';
const asItIs = (text: string): string => text;

/**
 * The rows of a range, read on demand.
 *
 * @example
 * const stream = rangeStream(fields, range, { budget: { reads: 20 }, first: 100 });
 * const spot = await stream.seek(); // the first row
 */
export function rangeStream(
  table: Table,
  range: IndexRange,
  { budget, first, positionOf = asItIs, textOf = asItIs }: Streamed,
): RowStream {
  const { prefix = '', descending = false } = range;
  const order = keyOrder(descending);
  const isOpen = range.between === undefined && prefix === '';
  const [low, high] = range.between ?? [prefix, prefix + highest];
  let rows: Spot[] = [];
  let next = 0;
  let ended = false;
  let limit = first;

  const load = async (from: string | undefined, goesOn: boolean) => {
    if (budget.reads <= 0) throw new ReadsSpent();
    budget.reads -= 1;
    limit = goesOn ? Math.min(keysAtOnce, limit * 2) : first;
    const text = from === undefined ? undefined : prefix + textOf(from);
    const [start, end] = descending ? [high, low] : [low, high];
    // Another stream may seek positions before this range, or after it.
    if (!isOpen && text !== undefined && order(text, end) > 0) {
      [rows, next, ended] = [[], 0, true];
      return;
    }
    const begin = text !== undefined && order(text, start) > 0 ? text : start;
    const between = descending ? ([end, begin] as const) : ([begin, end] as const);
    const bounds = isOpen ? { from: text } : { between };
    // One more, since a continued read begins with the last row of the read before.
    const { keys, last } = await readKeys(table, { ...range, prefix: undefined, ...bounds }, limit + 1);
    rows = keys.map((row) => ({ at: positionOf(String(row[range.sortKey]).slice(prefix.length), row), row }));
    next = 0;
    ended = last === undefined;
  };

  return {
    async seek(from, past = false) {
      const isBehind = ({ at }: Spot) => from === undefined || order(at, from) > 0 || (!past && at === from);
      for (;;) {
        while (next < rows.length && !isBehind(rows[next] as Spot)) next += 1;
        const found = rows[next];
        if (found || ended) return found;
        const last = rows.at(-1)?.at;
        const goesOn = last !== undefined && past && last === from;
        await load(last !== undefined && from !== undefined && order(last, from) > 0 ? last : (from ?? last), goesOn);
      }
    },
  };
}

/**
 * The rows that are in all of the streams.
 *
 * @example const both = intersection([ofType, ofProvider], false); // rows that are in both
 */
export function intersection(streams: readonly RowStream[], descending: boolean): RowStream {
  const [first, ...others] = streams;
  if (!first) throw new Error('an intersection is of at least one stream');
  const order = keyOrder(descending);
  return {
    async seek(from, past) {
      let spot = await first.seek(from, past);
      let checked = 0;
      while (spot && checked < others.length) {
        const found: Spot | undefined = await others[checked]?.seek(spot.at);
        if (!found) return undefined;
        checked += 1;
        if (order(found.at, spot.at) > 0) {
          spot = await first.seek(found.at);
          checked = 0;
        }
      }
      return spot;
    },
  };
}

/**
 * The rows of a stream, each converted by `become`.
 *
 * @example const byField = mapped(stream, ({ at, row }) => ({ at: at.split('#')[0] ?? at, row }));
 */
export function mapped(stream: RowStream, become: (spot: Spot) => Spot): RowStream {
  return {
    async seek(from, past) {
      const spot = await stream.seek(from, past);
      return spot && become(spot);
    },
  };
}

/**
 * The rows of a stream that pass a test.
 *
 * @example const ofUser = passing(stream, ({ at }) => at.endsWith(`#${svcUserId}`));
 */
export function passing(stream: RowStream, passes: (spot: Spot) => boolean | Promise<boolean>): RowStream {
  return {
    async seek(from, past) {
      let spot = await stream.seek(from, past);
      while (spot && !(await passes(spot))) spot = await stream.seek(spot.at, true);
      return spot;
    },
  };
}

/**
 * A stream of rows that are in memory.
 *
 * @example const sources = knownRows(spots, descending); // instead of reading them
 */
export function knownRows(spots: readonly Spot[], descending: boolean): RowStream {
  const order = keyOrder(descending);
  const sorted = [...spots].sort((a, b) => order(a.at, b.at));
  let next = 0;
  return {
    async seek(from, past) {
      const isBehind = ({ at }: Spot) => from === undefined || order(at, from) > 0 || (!past && at === from);
      while (next < sorted.length && !isBehind(sorted[next] as Spot)) next += 1;
      return sorted[next];
    },
  };
}

/**
 * The rows that are in one of the streams.
 *
 * @example const either = union(types.map(streamOf), false);
 */
export function union(streams: readonly RowStream[], descending: boolean): RowStream {
  const order = keyOrder(descending);
  return {
    async seek(from, past) {
      const found = await Promise.all(streams.map((stream) => stream.seek(from, past)));
      return found.flatMap((spot) => spot ?? []).sort((a, b) => order(a.at, b.at))[0];
    },
  };
}

/** The order of DynamoDB's keys by their UTF-8 bytes, or the reverse. */
function keyOrder(descending: boolean): (a: string, b: string) => number {
  const ascending = (a: string, b: string) => (a === b ? 0 : Buffer.compare(Buffer.from(a), Buffer.from(b)));
  return descending ? (a, b) => ascending(b, a) : ascending;
}
