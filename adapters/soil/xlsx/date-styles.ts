import { attributeIn, xmlParts } from './xml-tags.ts';

/** Numbers of built-in formats that show dates (ECMA-376, part 1, 18.8.30). */
const builtIn = new Set([14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58]);

/** The indexes of styles, as cells name them, that show a number as a date. */
export function dateStyles(xml: string): Set<number> {
  const formats = new Map<number, string>();
  const styles = new Set<number>();
  let index = -1;
  for (const part of xmlParts(xml)) {
    if (part.kind === 'text') continue;
    if (part.name === 'cellXfs') index = part.kind === 'open' ? 0 : -1;
    else if (part.kind === 'close') continue;
    else if (part.name === 'numFmt') {
      formats.set(Number(attributeIn(part.attributes, 'numFmtId')), attributeIn(part.attributes, 'formatCode') ?? '');
    } else if (part.name === 'xf' && index >= 0) {
      const format = Number(attributeIn(part.attributes, 'numFmtId'));
      if (builtIn.has(format) || showsDate(formats.get(format) ?? '')) styles.add(index);
      index++;
    }
  }
  return styles;
}

/** Whether a format has a day or a year outside of quotes, brackets and escapes. */
function showsDate(code: string): boolean {
  let plain = '';
  for (let at = 0; at < code.length; at++) {
    const closing = code[at] === '"' ? '"' : code[at] === '[' ? ']' : undefined;
    if (closing) at = Math.max(at, code.indexOf(closing, at + 1));
    else if (code[at] === '\\') at++;
    else plain += code[at];
  }
  return /[dy]/i.test(plain) && !/general/i.test(plain);
}

const dayMilliseconds = 24 * 3600 * 1000;

/**
 * The day of a date in a workbook, which counts from 30 December 1899, or from 1 January 1904. Undefined before March 1900, where
 * programs disagree.
 *
 * @example dayOfSerial(44755, false) // '2022-07-13'
 */
export function dayOfSerial(serial: number, isFrom1904: boolean): string | undefined {
  const days = Math.floor(serial) + (isFrom1904 ? 1462 : 0);
  if (!(days > 60 && days < 2_958_466)) return undefined;
  return new Date(Date.UTC(1899, 11, 30) + days * dayMilliseconds).toISOString().slice(0, 10);
}
