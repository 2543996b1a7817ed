/**
 * The decimal separator of a file by all its cells: the comma if a number has one that cannot separate thousands, or no
 * number has a point where fields are separated by semicolons. `mixed` if numbers have both.
 *
 * @example decimalOf(['6,5', '1,234'], ';') // { decimal: ',' }
 */
export function decimalOf(cells: Iterable<string>, delimiter: string): { decimal: '.' | ','; mixed?: string } {
  let comma = '';
  let point = '';
  let either = false;
  for (const cell of cells) {
    const text = cell.trim();
    if (/^[<>]?-?\d+,(?:\d{1,2}|\d{4,})$/.test(text) || /^[<>]?-?0,\d+$/.test(text)) comma ||= text;
    else if (/^[<>]?-?\d*\.\d+$/.test(text)) point ||= text;
    else if (/^-?\d{1,3},\d{3}$/.test(text)) either = true;
  }
  if (comma && point) return { decimal: '.', mixed: comma };
  const isComma = comma !== '' || (either && point === '' && delimiter === ';');
  return { decimal: isComma ? ',' : '.' };
}
