/** Marks that change the direction of what follows, until another mark ends it (Unicode Standard Annex 9, tables 1 and 3.1.2). */
const controls = /[\u202a-\u202e\u2066-\u2069]/g;
/** Letters that are written from right to left, and marks of direction. */
const changesDirection =
  /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc]|[\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const [begin, end] = ['\u2068', '\u2069'];

/**
 * A text that somebody has given, to stand within another: whatever its direction, what is around it keeps its own. Its controls are left out, since one of them
 * may end the isolation.
 *
 * @example isolated('Acme') // 'Acme'
 */
export function isolated(text: string): string {
  return changesDirection.test(text) ? `${begin}${text.replaceAll(controls, '')}${end}` : text;
}
