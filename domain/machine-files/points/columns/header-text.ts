import { inEnglish } from './translated-names.ts';

/** What a header says, cut into its parts. */
export interface HeaderText {
  /** The name without its unit, as it is written. */
  name: string;
  /** The unit in its brackets, which may be unknown. */
  unit?: string;
  /** Words in brackets that tell what was measured, in English: `dry` in `Yield(t/ha dry)`. */
  remarks: string[];
}

/** Words in brackets that are not units, but describe the measurement. */
const remarkWords = new Set([
  ...['wet', 'dry', 'mass', 'volume', 'vol', 'actual', 'target', 'avg', 'average', 'gps', 'msl', 'true', 'wb', 'db'],
]);

/**
 * Cuts a header: `Crop Flw(M)(tonne/h)` has the unit `tonne/h`, `Moisture(% wb)` has `%`, `Rate (gal (US)/ac)` has
 * `gal (US)/ac` and `Yld Mass(Wet)` none.
 */
export function headerText(header: string): HeaderText {
  let name = header.trim();
  const remarks: string[] = [];
  for (;;) {
    const start = openingOf(name);
    if (start <= 0) return { name, remarks };
    const words = name
      .slice(start + 1, -1)
      .split(/[\s,;]+/)
      .filter(Boolean);
    // French dry is also a second.
    const isRemark = (word: string) => remarkWords.has(inEnglish(word)) && (words.length > 1 || word !== 'sec');
    remarks.unshift(...words.filter(isRemark).map(inEnglish));
    name = name.slice(0, start).trim();
    const unit = words.filter((word) => !isRemark(word)).join(' ');
    if (unit !== '') {
      const before = withoutRemarks(name);
      return { name: before.name, unit, remarks: [...before.remarks, ...remarks] };
    }
  }
}

/** Cuts off brackets before that of the unit, such as those of `Rendement (sec)(t/ha)`. A target is no remark on what was measured. */
function withoutRemarks(name: string): { name: string; remarks: string[] } {
  const start = openingOf(name);
  const words =
    start <= 0
      ? []
      : name
          .slice(start + 1, -1)
          .split(' ')
          .filter(Boolean)
          .map(inEnglish);
  const areRemarks = words.every((word) => remarkWords.has(word) && word !== 'target');
  return words.length > 0 && areRemarks ? { name: name.slice(0, start).trim(), remarks: words } : { name, remarks: [] };
}

/** Where the bracket begins that a text ends with; -1 if it ends with none. */
function openingOf(text: string): number {
  let depth = 0;
  for (let at = text.length - 1; at >= 0; at--) {
    const letter = text[at];
    if (letter === ')' || letter === ']') depth++;
    else if (depth === 0) return -1;
    else if ((letter === '(' || letter === '[') && --depth === 0) return at;
  }
  return -1;
}

/**
 * A column's name without its unit, case, spaces and punctuation, in English, so that `Swth Wdth(m)`, `SWTHWDTH` and
 * `Swth_Wdth` can be compared.
 *
 * @example plainName('Swth Wdth(m)') // 'swthwdth'
 * @example plainName('Ertrag(dt/ha)') // 'yield'
 */
export function plainName(header: string): string {
  return inEnglish(headerText(header).name);
}

/** The plain name with the remarks in brackets, which tells more, and without them. */
export function plainNames(header: string): string[] {
  const { name, remarks } = headerText(header);
  return withRemarks(name, remarks);
}

/** The plain names of a name that was cut from a header with remarks. */
export function withRemarks(name: string, remarks: readonly string[]): string[] {
  const plain = inEnglish(name);
  return remarks.length > 0 ? [`${plain}${remarks.join('')}`, plain] : [plain];
}
