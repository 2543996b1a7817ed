/**
 * Maximum characters of a text in index keys; DynamoDB allows 1,024 bytes. Longer texts are compared in the items
 * themselves.
 */
const indexedCharacters = 200;

/**
 * A text as the start of an index key; the id after it breaks ties.
 *
 * @example indexed('North Field') // 'north field\u0000'
 */
export function indexed(text: string): string {
  return `${text.toLowerCase().slice(0, indexedCharacters)}\u0000`;
}

/** Replaces a missing text; sorts after every other. */
export const withoutText = '\uFFFF';
