import { cursorInvalid, readCursor, writeCursor } from '../../cursor.ts';
import { type IndexRange, readKeys } from '../lists/index-range.ts';
import type { Item, Table } from '../table.ts';

/** Shards of an owner; a partition takes a thousand writes a second. */
const shards = 4;

/** An index whose partitions are the shards of owners, with keys that begin with a time. */
export interface ShardedIndex {
  index: string;
  partitionKey: string;
  sortKey: string;
}

/** A page of an owner's rows in chronological order. */
export interface ShardSlice {
  /** Range of sort keys, both ends included. */
  between: readonly [string, string];
  size: number;
  cursor?: string | undefined;
  descending?: boolean;
  /** Whether a row is part of the list, judged by its keys. */
  wants(key: Item): boolean;
  /** Identifies the list, so that cursors of others are rejected. */
  list: string;
}

/** Maximum rows that are read of each shard for one page, if few of them are part of the list. */
const lookedAt = 1_000;

/** Number of keys in each further read. */
const readAtOnce = 250;

/** The partition of an owner's row. @param id ends with a random hexadecimal digit, as UUIDs do. */
export function shardOf(ownerId: string, id: string): string {
  return `${ownerId}#${Number.parseInt(id.slice(-1), 16) % shards}`;
}

/** A time as the beginning of a sort key that sorts chronologically. @param milliseconds since 1970. */
export function timeKey(milliseconds: number): string {
  return String(Math.max(0, Math.floor(milliseconds))).padStart(15, '0');
}

/**
 * The keys of one page: each shard is read from the cursor on, and merged. A page with a cursor is not the last one,
 * even if it has fewer rows than requested, since rows were skipped.
 */
export async function shardPage(
  table: Table,
  { index, partitionKey, sortKey }: ShardedIndex,
  ownerId: string,
  { between, size, cursor, descending = false, wants, list }: ShardSlice,
): Promise<{ keys: Item[]; last?: string | undefined; cursorOf(sort: string): string }> {
  const name = [table.name, index, ownerId, list];
  const after = cursor === undefined ? undefined : positionOf(name, cursor);
  const readShard = async (shard: number) => {
    const partition = `${ownerId}#${shard}`;
    const [low, high] = between;
    const bounds = descending ? ([low, after ?? high] as const) : ([after ?? low, high] as const);
    if (bounds[0] > bounds[1]) return { found: [], upTo: undefined };
    const range: IndexRange = { index, partitionKey, partition, sortKey, between: bounds, descending };
    return readWanted(table, range, { size, sortKey, wants: (key) => key[sortKey] !== after && wants(key) });
  };
  const read = await Promise.all(Array.from({ length: shards }, (_, shard) => readShard(shard)));
  const order = (one: string, other: string) => (one < other ? -1 : Number(one > other)) * (descending ? -1 : 1);
  // Rows after the point where a shard's read stopped are unknown, so the page ends there.
  const ends = read.flatMap(({ upTo }) => (upTo === undefined ? [] : [upTo])).sort(order);
  const known = read
    .flatMap(({ found }) => found)
    .filter((key) => ends[0] === undefined || order(String(key[sortKey]), ends[0]) <= 0)
    .sort((one, other) => order(String(one[sortKey]), String(other[sortKey])));
  const keys = known.slice(0, size);
  const last = known.length > size ? String(keys.at(-1)?.[sortKey]) : ends[0];
  return { keys, last, cursorOf: (sort) => writeCursor(name, [sort]) };
}

/**
 * The matching keys of a shard, one more than a page needs; `upTo` is the key at which reading stopped before the end.
 */
async function readWanted(
  table: Table,
  range: IndexRange,
  { size, sortKey, wants }: Pick<ShardSlice, 'size' | 'wants'> & { sortKey: string },
): Promise<{ found: Item[]; upTo: string | undefined }> {
  const found: Item[] = [];
  let looked = 0;
  let from: Item | undefined;
  do {
    const { keys, last } = await readKeys(table, range, looked === 0 ? size + 1 : readAtOnce, from);
    found.push(...keys.filter(wants));
    looked += keys.length;
    from = last;
  } while (from && found.length <= size && looked < lookedAt);
  return { found, upTo: from && String(from[sortKey]) };
}

function positionOf(list: readonly unknown[], cursor: string): string {
  const [position] = readCursor(list, cursor);
  if (typeof position !== 'string') throw cursorInvalid();
  return position;
}
