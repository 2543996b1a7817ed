import { cursorInvalid, type ListName, readCursor, writeCursor } from '../../cursor.ts';
import type { Item, Table } from '../table.ts';
import { type IndexRange, inRange } from './index-range.ts';

/** DynamoDB's limit for a sort key; partition keys, whose limit is twice that, are always shorter. */
const maxKeyBytes = 1_024;

/**
 * The cursor of an item in a range, without owner, partition and prefix, which the next request repeats.
 *
 * @example const next = last && encodeCursor(fields, range, last);
 */
export function encodeCursor({ name }: Pick<Table, 'name'>, range: IndexRange, item: Item): string {
  const sortText = String(item[range.sortKey]).slice(range.prefix?.length ?? 0);
  if (range.index === undefined) return writeCursor(listOf(name, range), [sortText]);
  const owner = ownerOf(range);
  if (!String(item.pk).startsWith(owner)) throw new Error(`${item.pk} is not the key of a row of ${owner}`);
  return writeCursor(listOf(name, range), [String(item.pk).slice(owner.length), String(item.sk), sortText]);
}

/**
 * The key in a cursor, after which to continue. It always has the range's owner, whatever the cursor contains.
 *
 * @example const from = asked.cursor && decodeCursor(fields, range, asked.cursor); // throws for another list's
 */
export function decodeCursor({ name }: Pick<Table, 'name'>, range: IndexRange, cursor: string): Item {
  const parts = readCursor(listOf(name, range), cursor).map(String);
  const sortText = (range.prefix ?? '') + parts.at(-1);
  const own = range.index === undefined;
  const key: Record<string, string> = own
    ? { pk: range.partition, sk: sortText }
    : {
        pk: ownerOf(range) + parts[0],
        sk: parts[1] ?? '',
        [range.partitionKey]: range.partition,
        [range.sortKey]: sortText,
      };
  const fits = parts.length === (own ? 1 : 3) && inRange(range, sortText) && Object.values(key).every(canBeKey);
  if (!fits) throw cursorInvalid();
  return key;
}

function listOf(table: string, range: IndexRange): ListName {
  const { index, partitionKey, partition, sortKey, prefix, between, descending, list } = range;
  const listName = list === undefined ? [] : [list];
  return [table, index, partitionKey, partition, sortKey, prefix, between, descending ?? false, ...listName];
}

/** Every partition, and every sort key of a row in it, begins with the owner's id. */
function ownerOf({ partition }: IndexRange): string {
  return partition.split('#', 1)[0] ?? partition;
}

function canBeKey(text: string): boolean {
  return text !== '' && Buffer.byteLength(text) <= maxKeyBytes;
}
