/** Maximum length of a field's name in characters, as for all names of the API. */
export const maxFieldName = 255;

/**
 * Attributes that can hold a field's name, best first. Case, spaces, underscores and dashes are ignored, so
 * `FIELD_NAME`, `FieldName` and `field name` are all `fieldname`. The contract says "an attribute called name"; farm
 * programs export the others.
 */
const nameAttributes = ['name', 'fieldname', 'fldname', 'fieldlabel', 'field', 'label'];

/**
 * The attributes that may hold the name, best first; attributes that differ only in case keep their order.
 *
 * @example nameColumns(['id', 'NAME', 'field_name']) // ['NAME', 'field_name']
 */
export function nameColumns(attributes: string[]): string[] {
  return attributes
    .map((attribute) => ({ attribute, rank: nameAttributes.indexOf(plain(attribute)) }))
    .filter(({ rank }) => rank >= 0)
    .sort((a, b) => a.rank - b.rank)
    .map(({ attribute }) => attribute);
}

/**
 * The first value that is a name, trimmed, on one line and without control characters; it may still be too long.
 *
 * @example pickName([null, ' ', ' North 40\n']) // 'North 40'
 */
export function pickName(values: Iterable<unknown>): string | undefined {
  for (const value of values) {
    const name = asText(value)
      .replace(/[\p{Cc}\s]+/gu, ' ')
      .trim();
    if (name) return name;
  }
  return undefined;
}

/**
 * Picks the name from a feature's attributes.
 *
 * @example nameOf({ OBJECTID: 7, Name: ' North 40 ' }) // 'North 40'
 */
export function nameOf(attributes: Record<string, unknown> | null | undefined): string | undefined {
  if (!attributes) return undefined;
  return pickName(nameColumns(Object.keys(attributes)).map((column) => attributes[column]));
}

/**
 * Cuts a name at the limit without splitting a character.
 *
 * @example fitName('North 40') // 'North 40'
 */
export function fitName(name: string): string {
  const characters = [...name];
  return characters.length > maxFieldName ? characters.slice(0, maxFieldName).join('').trim() : name;
}

function plain(attribute: string): string {
  return attribute.toLowerCase().replace(/[\s_-]/g, '');
}

function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value === 'bigint') return String(value);
  // togeojson returns text with markup as an object.
  if (typeof value === 'object' && value !== null && 'value' in value && typeof value.value === 'string')
    return value.value;
  return '';
}
