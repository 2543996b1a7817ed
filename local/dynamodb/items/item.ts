/** An attribute's value on the wire: binary values are base64 text. */
export interface AttributeValue {
  S?: string;
  N?: string;
  B?: string;
  BOOL?: boolean;
  NULL?: boolean;
  SS?: string[];
  NS?: string[];
  BS?: string[];
  L?: AttributeValue[];
  M?: Item;
}

export type Item = Record<string, AttributeValue>;
export type ItemKey = Record<string, AttributeValue>;

/** Whether two images of an item hold the same values, whatever the order of their attributes. */
export function sameItem(one: Item, other: Item): boolean {
  const names = Object.keys(one);
  if (names.length !== Object.keys(other).length) return false;
  return names.every((name) => JSON.stringify(one[name]) === JSON.stringify(other[name]));
}

/**
 * The named attributes of an item, as far as they are present.
 *
 * @example pick({ a: { S: 'x' } }, ['a', 'b']) // { a: { S: 'x' } }
 */
export function pick(item: Item, names: Iterable<string>): Item {
  const picked: Item = {};
  for (const name of names) {
    const value = item[name];
    if (value !== undefined) picked[name] = value;
  }
  return picked;
}
