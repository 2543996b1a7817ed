import type { Item, Table } from '../table.ts';
import type { Write } from '../transact.ts';
import type { IndexRange } from './index-range.ts';

/*
 * The sparse index `byTrait` finds the records of an owner with a common trait, in the order of the owner's list. A record is in the index
 * once itself, with the trait that all records have, and once for each other trait, by an item in the partition of its user that is written
 * and deleted with it.
 */

/** A filter and the record's value for it; traits with a time are ordered by time, others as the list. */
export type Trait = readonly [name: string, value: string, time?: string];

/** The record of some traits. */
export interface TraitOwner {
  ownerId: string;
  /** The key of the record's item. */
  key: { pk: string; sk: string };
  /** Its sort key in the owner's list. */
  listKey: string;
}

/** Maximum characters of a value in partition keys; longer values are compared in the records themselves. */
const indexedCharacters = 200;
const halfAtEnd = /[\uD800-\uDBFF]$/;

/**
 * The partition of a trait in the index. @param kind of the records, such as `field`.
 *
 * @example traitKey('o', 'field', ['provider', 'JohnDeere']) // o#field#provider=JohnDeere
 */
export function traitKey(ownerId: string, kind: string, [name, value]: Trait): string {
  return `${ownerId}#${kind}#${name}=${value.slice(0, indexedCharacters).replace(halfAtEnd, '')}`;
}

/**
 * The records with a trait, in an index.
 *
 * @example const stream = rangeStream(fields, traitRange(traitKey('o', 'field', ['type', 'MERGED']), 'field#'), streamed);
 */
export function traitRange(traitKey: string, prefix: string): IndexRange {
  return { index: 'byTrait', partitionKey: 'traitKey', partition: traitKey, sortKey: 'listKey', prefix };
}

/**
 * The writes that replace the traits of a record.
 *
 * @example await transact(client, [{ Put: put }, ...traitWrites(fields, 'field', owner, traitsBefore, traitsAfter)]);
 */
export function traitWrites(
  { name: TableName }: Pick<Table, 'name'>,
  kind: string,
  { ownerId, key, listKey }: TraitOwner,
  before: readonly Trait[],
  after: readonly Trait[],
): Write[] {
  const textIn = (traits: readonly Trait[], name: string) => traits.find(([one]) => one === name)?.join();
  const gone = before.filter(([name]) => textIn(after, name) === undefined);
  const set = after.filter((trait) => textIn(before, trait[0]) !== trait.join());
  return [
    ...gone.map(([name]): Write => ({ Delete: { TableName, Key: traitItemKey(key, name) } })),
    ...set.map((trait): Write => {
      const [name, , time] = trait;
      const sortKey = time === undefined ? listKey : timedSortKey(time, listKey);
      const Item = { ...traitItemKey(key, name), traitKey: traitKey(ownerId, kind, trait), listKey: sortKey };
      return { Put: { TableName, Item } };
    }),
  ];
}

/** The sort key of a record among those of a trait that are ordered by time. */
export function timedSortKey(time: string, listKey: string): string {
  return `${time}#${listKey}`;
}

function traitItemKey({ pk, sk }: TraitOwner['key'], name: string): Item {
  return { pk, sk: `trait#${sk}#${name}` };
}

/**
 * The traits with a value.
 *
 * @example traitsOf({ provider: 'JohnDeere', organizationId: undefined }) // [['provider', 'JohnDeere']]
 */
export function traitsOf(values: Record<string, string | undefined>): Trait[] {
  return Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
}
