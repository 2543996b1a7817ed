import type { AttributeValue, Item } from './item.ts';

/**
 * The size of an item for DynamoDB's limits, in bytes: names and text in UTF-8, a number two digits to a byte.
 * Source: DynamoDB developer guide, "Item sizes and formats".
 *
 * @example itemBytes({ pk: { S: 'a' } }) // 3
 */
export function itemBytes(item: Item): number {
  let bytes = 0;
  for (const name in item) bytes += Buffer.byteLength(name) + valueBytes(item[name] as AttributeValue);
  return bytes;
}

function valueBytes(value: AttributeValue): number {
  if (value.S !== undefined) return Buffer.byteLength(value.S);
  if (value.N !== undefined) return numberBytes(value.N);
  if (value.B !== undefined) return binaryBytes(value.B);
  if (value.SS) return total(value.SS, Buffer.byteLength);
  if (value.NS) return total(value.NS, numberBytes);
  if (value.BS) return total(value.BS, binaryBytes);
  if (value.L) return 3 + value.L.length + total(value.L, valueBytes);
  if (value.M) return 3 + Object.keys(value.M).length + itemBytes(value.M);
  return 1;
}

function numberBytes(text: string): number {
  const significant = text.replace(/^-?0*\.?0*|[-.]/g, '');
  return Math.ceil(significant.length / 2) + 1 + (text.startsWith('-') ? 1 : 0);
}

function binaryBytes(base64: string): number {
  return Buffer.byteLength(base64, 'base64');
}

function total<T>(values: T[], bytes: (value: T) => number): number {
  return values.reduce((sum, value) => sum + bytes(value), 0);
}
