import { dynalite, type ValueRange } from '../dynalite.ts';
import {
  attributeType,
  type KeySchemaElement,
  type SecondaryIndex,
  type TableDescription,
  type TableRecord,
} from '../tables/table-description.ts';
import type { Item } from './item.ts';

/**
 * The keys in LevelDB. Names of tables and indexes have no `~`, and nothing in a key sorts above it, so a prefix
 * and the prefix with one more `~` enclose exactly the rows under it.
 *
 *     table~NAME                              the table
 *     item~NAME~GENERATION~KEY                an item
 *     index~NAME~GENERATION~INDEX~KEY         the attributes of an item that an index projects
 *     stream~NAME~SEQUENCE                    a stream record
 *     history~NAME~TIME~OPENED~COUNT           an item before a change
 *     token~TOKEN                             a transaction that was made under a client's token
 *     sequence                                the highest sequence number that may have been used
 *     ~check                                  written to test whether the disk works again
 *     ~progress                               the number of batches, written with each batch
 */
export const tablePrefix = 'table~';
export const tokenPrefix = 'token~';
export const sequenceKey = 'sequence';

/** The prefix of the keys of a table's items, of its current generation. @example itemPrefix(table) // 'item~fields~000001~' */
export function itemPrefix({ description, generation }: TableRecord): string {
  return `item~${description.TableName}~${digits(generation, 6)}~`;
}

export function indexPrefix({ description, generation }: TableRecord, indexName: string): string {
  return `index~${description.TableName}~${digits(generation, 6)}~${indexName}~`;
}

/** The prefix of the keys of a table's stream records. @example streamPrefix('fields') // 'stream~fields~' */
export function streamPrefix(tableName: string): string {
  return `stream~${tableName}~`;
}

/** The prefix of the keys of a table's items before their changes. @example historyPrefix('fields') // 'history~fields~' */
export function historyPrefix(tableName: string): string {
  return `history~${tableName}~`;
}

/** A number as text that sorts like the number. @example digits(7, 3) // '007' */
export function digits(value: number, width: number): string {
  return String(value).padStart(width, '0');
}

/** All rows under a prefix. @example under('item~fields~') // { gte: 'item~fields~', lt: 'item~fields~~' } */
export function under(prefix: string): ValueRange {
  return { gte: prefix, lt: `${prefix}~` };
}

/** The rows of a table, of every generation. */
export function rowsOf(tableName: string): ValueRange[] {
  return [under(`item~${tableName}~`), under(`index~${tableName}~`)];
}

/** The rows of a table that are not of its current generation, left by an interrupted rebuild. */
export function strayRowsOf({ description, generation }: TableRecord): ValueRange[] {
  return ['item', 'index'].flatMap((kind) => {
    const all = `${kind}~${description.TableName}~`;
    const current = `${all}${digits(generation, 6)}~`;
    return [
      { gte: all, lt: current },
      { gte: `${current}~`, lt: `${all}~` },
    ];
  });
}

/**
 * An item's key within its table, ordered by partition and then by sort key.
 *
 * @example staged.write(tableName, itemKey(description, item), item);
 */
export function itemKey(table: TableDescription, item: Item): string {
  return keyText(table, table.KeySchema, item);
}

/**
 * An item's key within an index. It ends with the item's whole key instead of dynalite's 24 bits of a hash: of a few thousand
 * items under the same index key, two would share a row and one would be lost.
 */
export function indexKey(table: TableDescription, index: SecondaryIndex, item: Item, key: string): string {
  return keyText(table, index.KeySchema, item) + key;
}

/** The text by which dynalite's queries look for a key: the same as dynalite's, but computed faster. */
function keyText(table: TableDescription, keySchema: KeySchemaElement[], item: Item): string {
  const [partition, sort] = keySchema;
  let text = partitionText(...keyValue(table, partition, item));
  if (sort) text += `${dynalite.toRangeStr(...keyValue(table, sort, item))}/`;
  return text;
}

function keyValue(
  table: TableDescription,
  element: KeySchemaElement | undefined,
  item: Item,
): [value: string, type: string] {
  const name = element?.AttributeName ?? '';
  const type = attributeType(table, name);
  const value = item[name]?.[type];
  if (value === undefined) throw new Error(`an item of ${table.TableName} has no key ${name}`);
  return [value, type];
}

/** Recently used texts of partitions: computing the hash in them takes longer than the rest of a key. */
const partitionTexts = new Map<string, string>();
const maxPartitionTexts = 10_000;

function partitionText(value: string, type: string): string {
  const known = partitionTexts.get(type + value);
  if (known !== undefined) return known;
  const text = `${dynalite.hashPrefix(value, type)}/${dynalite.toRangeStr(value, type)}/`;
  if (partitionTexts.size >= maxPartitionTexts) partitionTexts.clear();
  partitionTexts.set(type + value, text);
  return text;
}

/** Whether an item has every key of an index, of the right type. Items without them are not in the index. */
export function isIndexed(table: TableDescription, index: SecondaryIndex, item: Item): boolean {
  return index.KeySchema.every(({ AttributeName: name }) => {
    const value = item[name];
    return value !== undefined && value[attributeType(table, name)] !== undefined;
  });
}
