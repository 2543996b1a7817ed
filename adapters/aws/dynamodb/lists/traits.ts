import type { Item, Table } from '../table.ts';
import type { Write } from '../transact.ts';
import type { IndexRange } from './index-range.ts';

/*
 * One sparse index, `byTrait`, finds the records of an owner that have something in common, in the order of the owner's list. A record is
 * in it once by itself, with the trait that every record has, and once more for each other trait, through an item that stands beside the
 * record in the partition of its user and goes with it.
 */

/** A filter and the value that a record answers it with; those with a time stand in the order of their times, others in that of the list. */
export type Trait = readonly [name: string, value: string, time?: string];

/** A record as its traits see it. */
export interface TraitOwner {
  ownerId: string;
  /** The key of the record's item. */
  key: { pk: string; sk: string };
  /** Its place in the owner's list. */
  listKey: string;
}

/** Partition keys hold this much of a value; longer ones are told apart by the records themselves. */
const indexedCharacters = 200;
const halfAtEnd = /[\uD800-\uDBFF]$/;

/** @param kind what the records are, such as `field`. */
export function traitKey(ownerId: string, kind: string, [name, value]: Trait): string {
  return `${ownerId}#${kind}#${name}=${value.slice(0, indexedCharacters).replace(halfAtEnd, '')}`;
}

export function traitRange(traitKey: string, prefix: string): IndexRange {
  return { index: 'byTrait', partitionKey: 'traitKey', partition: traitKey, sortKey: 'listKey', prefix };
}

/** The writes that turn the traits of a record from what they were to what they are. */
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
      const place = time === undefined ? listKey : timedPlace(time, listKey);
      const Item = { ...traitItemKey(key, name), traitKey: traitKey(ownerId, kind, trait), listKey: place };
      return { Put: { TableName, Item } };
    }),
  ];
}

/** The place of a record among those of a trait that stand in the order of their times. */
export function timedPlace(time: string, listKey: string): string {
  return `${time}#${listKey}`;
}

function traitItemKey({ pk, sk }: TraitOwner['key'], name: string): Item {
  return { pk, sk: `trait#${sk}#${name}` };
}

/** The traits among these that have a value. */
export function traitsOf(values: Record<string, string | undefined>): Trait[] {
  return Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
}
