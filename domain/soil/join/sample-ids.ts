/**
 * An id as it is compared with ids of other files: without case, spaces around it, and zeros that programs add to numbers.
 *
 * @example comparableId('007') // '7'
 */
export function comparableId(id: string): string {
  const text = id.trim().toLowerCase();
  return /^\d{1,15}(?:\.0{1,9})?$/.test(text) ? String(Number(text)) : text;
}
