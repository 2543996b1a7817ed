import { fail } from '../fault.ts';

const single: Record<string, string> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  '?': '?',
  '"': '"',
  "'": "'",
  '`': '`',
};
const digits: Record<string, { pattern: RegExp; base: number }> = {
  x: { pattern: /^[0-9a-fA-F]{2}/, base: 16 },
  X: { pattern: /^[0-9a-fA-F]{2}/, base: 16 },
  u: { pattern: /^[0-9a-fA-F]{4}/, base: 16 },
  U: { pattern: /^[0-9a-fA-F]{8}/, base: 16 },
};
const octal = /^[0-3][0-7]{2}/;

/**
 * The value of a literal's inside.
 *
 * @param at offset of the inside in the query.
 * @param ofBytes whether the literal is of BYTES, which have no `\u` and are UTF-8 except for escapes.
 */
export function literalValue(inside: string, at: number, raw: boolean, ofBytes: boolean): string {
  if (raw || !inside.includes('\\')) return ofBytes ? toByteString(inside) : normalEnds(inside);
  let value = '';
  let index = 0;
  while (index < inside.length) {
    const slash = inside.indexOf('\\', index);
    const plain = inside.slice(index, slash < 0 ? undefined : slash);
    value += ofBytes ? toByteString(plain) : normalEnds(plain);
    if (slash < 0) break;
    const escaped = readEscape(inside, slash + 1, at, ofBytes);
    value += escaped.value;
    index = slash + 1 + escaped.length;
  }
  return value;
}

function readEscape(inside: string, index: number, at: number, ofBytes: boolean): { value: string; length: number } {
  const letter = inside[index] ?? '';
  if (Object.hasOwn(single, letter)) return { value: single[letter] ?? '', length: 1 };
  const octals = octal.exec(inside.slice(index, index + 3))?.[0];
  if (octals) return { value: String.fromCharCode(Number.parseInt(octals, 8)), length: 3 };
  const form = Object.hasOwn(digits, letter) ? digits[letter] : undefined;
  const written = form?.pattern.exec(inside.slice(index + 1, index + 9))?.[0];
  const code = written === undefined ? Number.NaN : Number.parseInt(written, 16);
  const allowed = code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) && !(ofBytes && /u/i.test(letter));
  if (written === undefined || !allowed) {
    fail('syntax_error', at + index - 1, `Illegal escape sequence: \\${letter}.`);
  }
  return { value: String.fromCodePoint(code), length: 1 + written.length };
}

/** Line ends in a literal are normalized to LF, whatever the client's editor wrote. */
const normalEnds = (text: string) => (text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text);

/** One character for each byte of the UTF-8 form. */
export const toByteString = (text: string): string => String.fromCharCode(...new TextEncoder().encode(text));
