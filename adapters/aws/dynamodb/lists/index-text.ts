/** Index keys hold this much of a text; DynamoDB takes 1,024 bytes. Longer texts are told apart by the item itself. */
const indexedCharacters = 200;

/** A text as the start of an index key; the id behind it breaks ties. */
export function indexed(text: string): string {
  return `${text.toLowerCase().slice(0, indexedCharacters)}\u0000`;
}

/** In place of a text that is missing: sorts after every other. */
export const withoutText = '\uFFFF';
