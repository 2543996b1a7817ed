import type { IndexRange } from './lists/index-range.ts';

/*
 * One sparse index, `byGroup`, answers what hangs together: the farms of a grower, the fields of a farm, and growers by name.
 * An item is in at most one group, and in the order of its owner's list there.
 */

/**
 * The group of the farms of a grower.
 *
 * @example farmsOf('o', 7) // o#farmsOf#7
 */
export function farmsOf(ownerId: string, growerId: number): string {
  return `${ownerId}#farmsOf#${growerId}`;
}

/**
 * The group of the fields of a farm.
 *
 * @example fieldsOf('o', 7) // o#fieldsOf#7
 */
export function fieldsOf(ownerId: string, farmId: number): string {
  return `${ownerId}#fieldsOf#${farmId}`;
}

/** Maximum characters of a text in group keys; longer texts are compared in the items themselves. */
const indexedCharacters = 200;
const halfAtEnd = /[\uD800-\uDBFF]$/;

/**
 * The group of the growers with a name.
 *
 * @example growersNamed('o', 'Ada') // o#growersNamed#Ada
 */
export function growersNamed(ownerId: string, name: string): string {
  const start = name.slice(0, indexedCharacters).replace(halfAtEnd, '');
  return `${ownerId}#growersNamed#${start}`;
}

/**
 * All items of a group.
 *
 * @example for await (const key of keysOf(fields, groupRange(fieldsOf('o', 7)))) found.push(key);
 */
export function groupRange(group: string): IndexRange {
  return { index: 'byGroup', partitionKey: 'groupKey', partition: group, sortKey: 'listKey' };
}
