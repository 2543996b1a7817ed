/** Words that programs and people write where they know no name or number. */
const words = new Set([
  ...['unknown', 'other', 'others', 'missing', 'none', 'null', 'nil', 'undefined', 'default', 'unnamed', 'noname'],
  ...['na', 'nan', 'notavailable', 'notapplicable', 'notset', 'notassigned', 'nonumber', 'noserial', 'noserialnumber'],
  ...['tbd', 'tba', 'sn', 'serial', 'serialnumber', 'vin', 'unbekannt', 'inconnu', 'desconocido', 'desconhecido'],
]);

/**
 * Whether a text stands where a name or a number is not known: one of the usual words however they are written, marks
 * without letters and digits, zeros, and one character over and over.
 *
 * @example isPlaceholder('N/A') // true
 * @example isPlaceholder('00000') // true
 * @example isPlaceholder('10192965ld') // false
 */
export function isPlaceholder(text: string): boolean {
  const written = Array.from(text.normalize('NFKC').toLowerCase()).filter((letter) => /[\p{L}\p{N}]/u.test(letter));
  const [first = '', ...others] = written;
  const isOneOverAndOver = others.every((letter) => letter === first);
  return (
    written.length === 0 || (isOneOverAndOver && (first === '0' || written.length > 3)) || words.has(written.join(''))
  );
}

/**
 * A name or number as it is kept: without blanks around it; undefined for a placeholder.
 *
 * @example stated(' 4711 ') // '4711'
 */
export function stated(text: string | undefined): string | undefined {
  const trimmed = text?.trim();
  return trimmed === undefined || isPlaceholder(trimmed) ? undefined : trimmed;
}
